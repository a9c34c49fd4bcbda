import {
  type BuiltinAgentOptions,
  builtinAgent,
} from '../../../../src/adapters/agent/builtin-agent.ts';
import type { WorkReport } from '../../../../src/ports.ts';
import {
  type ProviderServer,
  type Served,
  startProvider,
} from '../../model/support/provider-server.ts';
import type { Body } from '../../model/support/wire-formats.ts';
import { directSandbox } from './direct-sandbox.ts';
import { RecordingHarness } from './recording-harness.ts';
import { WorkPlace } from './work-place.ts';

export const FILES = { 'src/list.js': 'export const json = false;\n' };

export const call = (name: string, input: unknown = {}) => ({ name, input });
export const DONE: Served = { calls: [call('done')] };
export const step = (id: string, status: string) => ({ id, content: `Do ${id}`, status });

/** Sets the built-in agent to work against a local server that speaks a provider's interface. */
export async function workOnWire(
  provider: string,
  serve: (request: Body, n: number) => Served,
  options: Partial<BuiltinAgentOptions> & {
    files?: Record<string, string>;
    prepare?: (harness: RecordingHarness) => void;
  } = {},
): Promise<{
  report: WorkReport;
  harness: RecordingHarness;
  server: Pick<ProviderServer, 'bodies' | 'format' | 'parsed'>;
  file: string;
}> {
  const { files = FILES, prepare, ...agentOptions } = options;
  using place = new WorkPlace(files);
  await using server = await startProvider(provider, serve);
  const harness = new RecordingHarness(place.path);
  prepare?.(harness);
  const agent = builtinAgent({ model: server.model, sandbox: directSandbox, ...agentOptions });
  const report = await agent.work(place.assignment(), harness);
  return { report, harness, server, file: place.read('src/list.js') };
}

/** Answers in order; the last is repeated. */
export const inOrder =
  (...served: Served[]) =>
  (_: Body, n: number): Served =>
    served[Math.min(n, served.length) - 1] ?? DONE;
