import { startEmbeddedGitHub } from '../src/simulate/github/embedded-github.ts';
import { startScriptedModel } from '../src/simulate/model/scripted-model.ts';
import { loadScenario } from '../src/simulate/scenario/load-scenario.ts';
import { seedOf } from '../src/simulate/scenario/world-of.ts';
import { buildAction, runAction } from '../test/e2e/support/built-action.ts';
import type { Figure } from './support/figure.ts';

const SCENARIO = 'examples/scenarios/users-list-json.yaml';
const MOST_MB = 250;

/** Peak memory of the built action while it works the task of the demo, comment in the middle and all. */
export async function actionMemory(): Promise<Figure[]> {
  await using action = await buildAction();
  const scenario = await loadScenario(SCENARIO);
  let interrupt = async () => {};
  await using model = await startScriptedModel(scenario.model ?? {}, {
    beforeTurn: async (turn) => {
      if (turn === 4) await interrupt();
    },
  });
  const now = () => new Date();
  const seed = seedOf(
    { ...scenario, configuration: { sandbox: { level: 'S0' }, ...Object(scenario.configuration) } },
    { file: SCENARIO, modelUrl: model.baseUrl, now },
  );
  await using github = await startEmbeddedGitHub(seed);
  const maya = github.as('maya');
  interrupt = async () => {
    await maya.comment(1, 'The JSON must not expose `email`: emit `id`, `name` and `role`.');
  };
  await maya.addLabel(1, 'contractor');
  await github.settled();
  const delivery = github.deliveries.findLast(({ event }) => event === 'issues');
  const { owner, name } = seed.repository;
  const end = await runAction(action.main, {
    event: 'issues',
    payload: delivery?.payload,
    repository: `${owner}/${name}`,
    apiUrl: github.apiUrl,
    graphqlUrl: github.graphqlUrl,
    serverUrl: github.origin,
    token: github.token(),
  });
  const { outcome } = end.outputs;
  if (end.peakMb === null) return [{ what: 'peak memory of the action', value: 'not told here' }];
  return [
    {
      what: `peak memory of the action in the demo (${outcome})`,
      value: `${end.peakMb.toFixed(0)} MB`,
      target: { text: `< ${MOST_MB} MB`, met: end.peakMb < MOST_MB && outcome === 'delivered' },
    },
  ];
}
