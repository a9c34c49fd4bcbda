import { CatalogueError } from '../../core/catalogue-error.ts';
import { draftContract } from '../../core/rules/drafting/draft-contract.ts';
import { oracleCriteria, oraclesIn } from '../../core/rules/drafting/draft-contract-oracles.ts';
import { judgeDraft } from '../../core/rules/drafting/judge-draft.ts';
import { isAuthorised } from '../../core/rules/request/authority.ts';
import type { Check } from '../../core/schema/check.ts';
import { ContractDraft } from '../../core/schema/draft.ts';
import type { Snapshot } from '../../core/schema/snapshot.ts';
import type { Model } from '../../ports.ts';
import { DRAFTING, requestForModel } from '../prompts.ts';

export interface Drafted {
  draft: ContractDraft;
  /** The model’s id, or `rules`. */
  by: string;
  /** For people: what was left out, and why rules drafted where a model should have. */
  notes: string[];
}

/**
 * The first draft: by the model when there is one and it keeps to the request’s own words, by rules otherwise (design §4).
 * A model that refuses, times out, answers nonsense or invents quotes costs nothing but its answer.
 */
export async function draftByModelOrRules(
  snapshot: Snapshot,
  { checks, paths }: { checks: readonly Check[]; paths: readonly string[] },
  model: Model | null,
): Promise<Drafted> {
  const rules = draftContract(snapshot, checks, paths);
  if (!model) return { ...rules, by: 'rules' };
  const instead = (why: string): Drafted => ({
    ...rules,
    by: 'rules',
    notes: [
      `The model (${model.id}) gave no usable draft, so rules drafted: ${why}`,
      ...rules.notes,
    ],
  });
  try {
    const { answer } = await model.ask({
      purpose: 'draft',
      system: DRAFTING,
      prompt: requestForModel(snapshot, checks),
      schema: ContractDraft,
    });
    const judged = judgeDraft(answer, rules.draft, snapshot.sources);
    if (!judged.usable) return instead(judged.why);
    return { draft: withWrittenTests(answer, snapshot, checks), by: model.id, notes: judged.notes };
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'model-unusable') throw error;
    return instead(error.message);
  }
}

/** An acceptance test that a person wrote stands, whatever the model made of the words around it. */
function withWrittenTests(
  draft: ContractDraft,
  snapshot: Snapshot,
  checks: readonly Check[],
): ContractDraft {
  const body = snapshot.sources.find((source) => source.id === 'body' && isAuthorised(source));
  const { criteria } = oracleCriteria(oraclesIn(body?.text ?? ''), checks);
  return { ...draft, acceptance: [...draft.acceptance, ...criteria] };
}
