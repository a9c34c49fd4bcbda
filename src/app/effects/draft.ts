import { CatalogueError } from '../../core/catalogue-error.ts';
import { digestOf } from '../../core/digest.ts';
import { applyTemplates } from '../../core/rules/configuration/contract-templates.ts';
import { assembleContract } from '../../core/rules/contract/assemble-contract.ts';
import type { Effect, Report } from '../../core/run/effect.ts';
import type { Context } from '../context.ts';
import { discoverRepository } from '../discover-repository.ts';
import { preflight } from '../preflight.ts';
import { taskIdOf } from '../settings.ts';
import { draftByModelOrRules } from './draft-by-model.ts';

/** Makes the first contract from the consumed snapshot: by the model when there is one, by rules otherwise. */
export async function draft(
  _: Extract<Effect, { type: 'draft' }>,
  { ports, settings, request, log, observation }: Context,
): Promise<Report> {
  const { snapshot } = log.state;
  if (!snapshot) throw new CatalogueError('no-issue');
  if (log.state.run !== null && log.state.preview === null) await preflight(ports);
  const baseSha = await ports.workspace.fetch(observation.base.branch);
  if (baseSha === null) throw new CatalogueError('no-base-branch', observation.base.branch);
  const found = await discoverRepository(ports.workspace, baseSha, settings.configuration);
  const drafted = await draftByModelOrRules(snapshot, found, ports.models.draft);
  const assembled = assembleContract({
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
  const { labels } = observation.issue;
  const contract = applyTemplates(assembled.contract, settings.configuration, labels);
  return {
    type: 'drafted',
    contract,
    contractHash: digestOf(contract),
    drafter: drafted.by,
    notes: [...found.notes, ...drafted.notes, ...assembled.notes],
  };
}
