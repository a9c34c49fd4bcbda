import type { ActionInput } from './action-input.ts';
import { reportIgnored, reportIssue, setOutputs } from './action-output.ts';
import type { Repository } from './compose.ts';
import { type Looked, lookAt } from './look-at.ts';
import { wakeOf } from './wake-of.ts';

/** One webhook in, one look at each issue it concerns, outputs and a job summary out. */
export async function lookAndReport(repository: Repository, input: ActionInput): Promise<void> {
  const wake = wakeOf(input, repository.settings.configuration.branches.prefix);
  if ('nothing' in wake) return reportIgnored(wake.nothing);
  const reports: Looked[] = [];
  for await (const report of lookAt(repository, wake, input.run)) {
    await reportIssue(repository, report);
    reports.push(report);
  }
  const [first] = reports;
  if (!first) return reportIgnored('No open task of ours is concerned.');
  await setOutputs(reports.find(didSomething) ?? first);
}

const didSomething = (report: Looked): boolean =>
  'result' in report && report.result.outcome !== 'nothing-to-do';
