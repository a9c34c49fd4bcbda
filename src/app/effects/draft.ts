import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { assembleContract } from '../../core/rules/assemble-contract.ts';
import { draftContract } from '../../core/rules/draft-contract.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import type { Check } from '../../core/schema/check.ts';
import { ContractDraft } from '../../core/schema/draft.ts';
import type { Snapshot } from '../../core/schema/snapshot.ts';
import type { Context } from '../context.ts';
import { discoverRepository } from '../discover-repository.ts';
import { DRAFTING, requestForModel } from '../prompts.ts';
import { taskIdOf } from '../settings.ts';

/** Makes the first contract from the consumed snapshot: by the model when there is one, by rules otherwise. */
export async function draft(
  _: Extract<Effect, { type: 'draft' }>,
  { ports, settings, request, log, observation }: Context,
): Promise<Report> {
  const { snapshot } = log.state;
  if (!snapshot) throw new CatalogueError('no-issue');
  const baseSha = await ports.workspace.fetch(observation.base.branch);
  if (baseSha === null) throw new CatalogueError('no-base-branch', observation.base.branch);
  const found = await discoverRepository(ports.workspace, baseSha, settings.configuration);
  const drafted = await draftByModelOrRules(snapshot, found, { ports });
  const { contract, notes } = assembleContract({
    draft: drafted.draft,
    snapshot,
    taskId: taskIdOf(settings, request.issue),
    baseSha,
    integrationTarget: observation.base.branch,
    environment: found.environment,
    guardChecks: found.checks,
    paths: found.paths,
    configuration: settings.configuration,
    drafter: drafted.by === 'rules' ? 'rules' : 'model',
  });
  return {
    type: 'drafted',
    contract,
    contractHash: digestOf(contract),
    drafter: drafted.by,
    notes: [...found.notes, ...drafted.notes, ...notes],
  };
}

async function draftByModelOrRules(
  snapshot: Snapshot,
  { checks, paths }: { checks: readonly Check[]; paths: readonly string[] },
  { ports }: Pick<Context, 'ports'>,
): Promise<{ draft: ContractDraft; by: string; notes: string[] }> {
  const model = ports.models.draft;
  const rules = () => draftContract(snapshot, checks, paths);
  if (!model) return { ...rules(), by: 'rules' };
  try {
    const { answer } = await model.ask({
      purpose: 'draft',
      system: DRAFTING,
      prompt: requestForModel(snapshot, checks),
      schema: ContractDraft,
    });
    return { draft: answer, by: model.id, notes: [] };
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'model-unusable') throw error;
    const fallback = rules();
    return {
      ...fallback,
      by: 'rules',
      notes: [
        `The model (${model.id}) gave no usable draft, so rules drafted: ${error.message}`,
        ...fallback.notes,
      ],
    };
  }
}
