import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestText } from '../../core/digest.ts';
import type { Check } from '../../core/schema/check.ts';
import type { Criterion } from '../../core/schema/contract.ts';
import { ReviewVerdict } from '../../core/schema/draft.ts';
import type { CheckObservation } from '../../core/schema/evidence.ts';
import type { Model } from '../../ports.ts';
import { REVIEWING, reviewForModel } from '../prompts.ts';
import type { CheckStage } from './check-stage.ts';

/** An independent reviewer sees the criterion and the diff, never the agent’s own report (C11). */
export async function askReviewer(
  model: Model | null,
  criterion: Criterion,
  check: Extract<Check, { kind: 'review' }>,
  stage: CheckStage,
): Promise<CheckObservation> {
  const observation = (
    result: 'pass' | 'fail',
    reasons: string[],
    toolchain: string,
  ): CheckObservation => ({
    checkId: check.id,
    result,
    summary: reasons.join(' ').slice(0, 2000),
    exitCode: null,
    testsExecuted: null,
    durationMs: 0,
    logDigest: digestText(reasons.join('\n')),
    logTail: reasons.join('\n').slice(-20_000),
    toolchain,
    treeChanged: false,
  });
  if (stage.stage === 'baseline') return observation('fail', ['reviewed on the result'], 'none');
  if (!model)
    return observation('fail', ['no reviewing model is configured (models.review)'], 'none');
  try {
    const { answer } = await model.ask({
      purpose: 'review',
      system: REVIEWING,
      prompt: reviewForModel(criterion, check.question, await stage.patch()),
      schema: ReviewVerdict,
    });
    return observation(answer.verdict, answer.reasons, model.id);
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'model-unusable')
      return observation(
        'fail',
        [`the reviewer gave no usable verdict: ${error.message}`],
        model.id,
      );
    throw error;
  }
}
