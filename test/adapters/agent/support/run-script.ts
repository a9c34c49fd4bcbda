import {
  type BuiltinAgentOptions,
  builtinAgent,
} from '../../../../src/adapters/agent/builtin-agent.ts';
import { resolveModel } from '../../../../src/adapters/model/resolve-model.ts';
import type { Patience } from '../../../../src/core/rules/limits/retry-delay.ts';
import type { CodingAgent, WorkReport } from '../../../../src/ports.ts';
import type { ModelScriptInput } from '../../../../src/simulate/model/script.ts';
import {
  type RecordedRequest,
  startScriptedModel,
} from '../../../../src/simulate/model/scripted-model.ts';
import { directSandbox } from './direct-sandbox.ts';
import { RecordingHarness } from './recording-harness.ts';
import { WorkPlace } from './work-place.ts';

export type Turns = NonNullable<ModelScriptInput['turns']>;

export interface Scripted {
  report: WorkReport;
  harness: RecordingHarness;
  place: WorkPlace;
  requests: readonly RecordedRequest[];
  agent: CodingAgent;
}

/** Sets the built-in agent to work against a scripted model over HTTP, and looks at what came of it. */
export async function runScript(
  script: ModelScriptInput | Turns,
  options: {
    files?: Record<string, string>;
    agent?: Partial<BuiltinAgentOptions>;
    patience?: Partial<Patience>;
    prepare?: (harness: RecordingHarness, place: WorkPlace) => void;
    see: (scripted: Scripted) => void | Promise<void>;
  },
): Promise<void> {
  using place = new WorkPlace(options.files ?? { 'src/list.js': 'export const json = false;\n' });
  await using server = await startScriptedModel(Array.isArray(script) ? { turns: script } : script);
  const harness = new RecordingHarness(place.path);
  options.prepare?.(harness, place);
  const agent = builtinAgent({
    model: resolveModel('openai-compatible/scripted', {
      keys: {},
      baseUrl: server.baseUrl,
      ...(options.patience ? { patience: options.patience } : {}),
    }),
    sandbox: directSandbox,
    ...options.agent,
  });
  const report = await agent.work(place.assignment(), harness);
  await options.see({ report, harness, place, requests: server.requests, agent });
}

/** The text of the tool results in a request, in order. */
export function toolResults(request: RecordedRequest | undefined): string[] {
  return (request?.messages ?? [])
    .filter((message) => message.role === 'tool')
    .map((message) => String(message.content));
}
