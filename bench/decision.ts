import { parseConfiguration } from '../src/core/rules/configuration/configuration.ts';
import { webhookTrigger } from '../src/core/rules/request/webhook-trigger.ts';
import { decide } from '../src/core/run/decide.ts';
import { initialState } from '../src/core/run/state.ts';
import { comment, MAYA, OLAF, observation } from '../test/support/task.ts';
import { type Figure, ms, timed } from './support/figure.ts';

/** From a webhook’s payload to the decision, once GitHub has been asked: all the thinking there is in a look. */
export async function webhookToDecision(): Promise<Figure[]> {
  const configuration = parseConfiguration(null);
  const now = '2026-05-04T10:30:00Z';
  const payload = {
    action: 'labeled',
    sender: { id: MAYA.id, login: MAYA.login, type: 'User' },
    issue: { number: 1 },
    label: { name: 'contractor' },
  };
  const comments = Array.from({ length: 100 }, (_, n) =>
    comment(n + 1, n % 2 === 0 ? MAYA : OLAF, `It must greet ${n} people by **name**.`),
  );
  const seen = observation({ comments });
  const decided = () => {
    const wake = webhookTrigger('issues', payload, { at: now, branchPrefix: 'contractor/' });
    if ('nothing' in wake || wake.label === null) throw new Error('The webhook is not heard.');
    return decide(initialState(), {
      now,
      run: 'run-1',
      epoch: null,
      trigger: wake.trigger,
      detail: { label: wake.label },
      observation: seen,
      configuration,
      report: null,
      harnessVersion: '0.0.0',
      ledgerTip: null,
    });
  };
  if (decided().length === 0) throw new Error('Nothing was decided.');
  return [{ what: 'webhook to decision, 100 comments', value: ms(timed(15, decided)) }];
}
