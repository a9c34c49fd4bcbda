import { maskStrings } from '../../core/rules/text/mask-strings.ts';
import type { CodingAgent, Model, Ports, Sandbox, Tracker } from '../../ports.ts';

type Mask = (text: string) => Promise<string>;
type Open = Pick<Ports, 'tracker' | 'models' | 'agent' | 'sandbox'>;

/**
 * The ports through which text comes in and goes out, with secrets masked on both ways: what people wrote (before it is
 * hashed, so that no credential in an issue ever stands in a contract, a prompt or the ledger), what models are told
 * and answer, what we post.
 */
export function maskedPorts<P extends Omit<Open, 'sandbox'>>(ports: P, mask: Mask): P {
  const { draft, plan, review } = ports.models;
  return {
    ...ports,
    tracker: maskedTracker(ports.tracker, mask),
    models: {
      draft: draft && maskedModel(draft, mask),
      plan: plan && maskedModel(plan, mask),
      review: review && maskedModel(review, mask),
    },
    agent: ports.agent && maskedAgent(ports.agent, mask),
  };
}

/** What programs print: read by agents and models, kept in the ledger, posted. Their digest stays that of every byte. */
export function maskedSandbox(sandbox: Sandbox, mask: Mask): Sandbox {
  return {
    probe: () => sandbox.probe(),
    async run(run) {
      const result = await sandbox.run(run);
      return { ...result, output: await mask(result.output) };
    },
  };
}

function maskedTracker(tracker: Tracker, mask: Mask): Tracker {
  return {
    ...tracker,
    observe: async (issue, look) => maskStrings(await tracker.observe(issue, look), mask),
    createComment: async (issue, body) => tracker.createComment(issue, await mask(body)),
    updateComment: async (id, body) => tracker.updateComment(id, await mask(body)),
    openPullRequest: async (draft) => tracker.openPullRequest(await maskStrings(draft, mask)),
    updatePullRequest: async (number, change) =>
      tracker.updatePullRequest(number, await maskStrings(change, mask)),
    publishCheckRun: async (run) => tracker.publishCheckRun(await maskStrings(run, mask)),
  };
}

function maskedModel(model: Model, mask: Mask): Model {
  return {
    id: model.id,
    async ask(request) {
      const prompt = await mask(request.prompt);
      const { answer, usage } = await model.ask({ ...request, prompt });
      return { answer: await maskStrings(answer, mask), usage };
    },
  };
}

/** What it reads in its directory it masks itself, since it writes there too: `builtinAgent`’s `mask`. */
function maskedAgent(agent: CodingAgent, mask: Mask): CodingAgent {
  return {
    name: agent.name,
    work: async (assignment, harness) =>
      agent.work({ ...assignment, instructions: await mask(assignment.instructions) }, harness),
  };
}
