import { appendFileSync } from 'node:fs';
import { describeEvent } from '../../core/render/timeline.ts';
import { maskStrings } from '../../core/rules/text/mask-strings.ts';
import { logWords } from '../../core/rules/text/neutralise.ts';
import type { Event } from '../../core/schema/event.ts';
import type { Journal } from '../../ports.ts';
import { composeRepository, type LookResult } from '../compose.ts';
import { secretScannerFor } from '../secret-scanner-for.ts';
import { EXIT } from './exit-codes.ts';
import { print } from './print.ts';
import { type RepositoryOptions, repositoryInput, requireTarget } from './repository-options.ts';

const FINE = new Set<LookResult['outcome']>([
  'delivered',
  'awaiting-approval',
  'settled',
  'nothing-to-do',
]);

/** `contractor run`: one look, with the authority of whoever sits at the console. */
export async function run(
  text: string,
  options: RepositoryOptions & { log?: string },
): Promise<void> {
  const target = requireTarget(text);
  const { log } = options;
  const input = repositoryInput(target, options);
  const { mask } = secretScannerFor(input);
  let said = Promise.resolve();
  const say = async (note: Parameters<Journal['note']>[0]) => {
    const { what, event, line } = await maskStrings(note, mask);
    if (what === 'turn' && log !== undefined) appendFileSync(log, `${JSON.stringify(line)}\n`);
    if (event) print(`· ${describeEvent(event as Event)}`);
  };
  const journal: Journal = {
    note: (note) => {
      said = said.then(() => say(note));
    },
  };
  const repository = await composeRepository({ ...input, journal });
  const at = repository.ports.clock.now();
  const { outcome, reason } = await repository.look({
    issue: target.issue,
    run: `console-${at.getTime()}-${process.pid}`,
    trigger: { kind: 'console', sender: null, source: null, at: at.toISOString() },
    detail: {},
  });
  await said;
  print(`${outcome}: ${logWords(reason, 1000)}`);
  process.exitCode = FINE.has(outcome) ? EXIT.ok : EXIT.gap;
}
