import { CatalogueError } from '../../core/catalogue-error.ts';
import { matchGlobs } from '../../core/rules/text/match-globs.ts';
import type { Contract, StopRule } from '../../core/schema/contract.ts';
import { ReviewVerdict } from '../../core/schema/draft.ts';
import type { Handback } from '../../core/schema/handback.ts';
import type { Checkout } from '../../ports.ts';
import type { Context } from '../context.ts';
import { REVIEWING, stopRuleForModel } from '../prompts.ts';

/** The first stop rule that only a look at the world can detect: a command’s result, a moved base, a reviewer. */
export async function haltedBy(
  context: Context,
  contract: Contract,
  checkout: Checkout,
): Promise<Handback | null> {
  for (const rule of contract.stopRules) {
    const found = await detect(context, contract, checkout, rule);
    if (found !== null)
      return {
        found: `Stop rule ${rule.id} was reached: ${rule.text} ${found}`,
        blocked: rule.text,
        alternatives: ['Go on all the same: /contract amend <what holds instead of this rule>'],
        preserved: `the change is kept as commit ${checkout.sha}, not pushed`,
        decision: `Whether ${rule.id} still holds.`,
      };
  }
  return null;
}

async function detect(
  { ports, observation }: Context,
  contract: Contract,
  checkout: Checkout,
  { id, detector }: StopRule,
): Promise<string | null> {
  switch (detector.kind) {
    case 'command-fails': {
      const result = await ports.checks.run(
        checkout,
        {
          kind: 'command',
          id: 'CK-0',
          why: `detects ${id}`,
          origin: 'model',
          argv: detector.argv,
          cwd: '.',
          timeoutSeconds: detector.timeoutSeconds,
          inputs: [],
          expectedExit: 0,
          minimumTests: 0,
          oracle: [],
        },
        contract.environment,
      );
      return result.result === 'fail' ? `(${result.summary})` : null;
    }
    case 'base-moved': {
      if (observation.base.sha === null || observation.base.sha === contract.baseSha) return null;
      const head = await ports.workspace.fetch(observation.base.branch);
      if (head === null) return '(the base branch is gone)';
      const matches = matchGlobs(detector.globs);
      const moved = (await ports.workspace.changes(contract.baseSha, head))
        .map((change) => change.path)
        .filter((path) => matches(path));
      return moved.length > 0 ? `(the base now changes ${moved.slice(0, 5).join(', ')})` : null;
    }
    case 'review':
      return reviewed(ports, contract, checkout, detector.question);
    default:
      return null;
  }
}

/**
 * A rule that no command and no path can detect is put to the reviewer, who has to be sure that it was not reached. Without
 * a reviewer a person is asked once the commit is verified (`unwatchedStopRules`).
 */
async function reviewed(
  { models, workspace }: Context['ports'],
  { baseSha }: Contract,
  checkout: Checkout,
  question: string,
): Promise<string | null> {
  if (models.review === null) return null;
  const patch = await workspace.patch(baseSha, checkout.sha);
  try {
    const { answer } = await models.review.ask({
      purpose: 'review',
      system: REVIEWING,
      prompt: stopRuleForModel(question, patch),
      schema: ReviewVerdict,
    });
    return answer.verdict === 'pass' ? null : `(the reviewer: ${answer.reasons.join(' ')})`;
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'model-unusable') throw error;
    return `(the reviewer gave no usable verdict: ${error.message})`;
  }
}
