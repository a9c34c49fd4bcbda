import type { Check } from '../../schema/check.ts';
import type { Configuration } from '../../schema/configuration.ts';
import {
  Budgets,
  Contract,
  type Environment,
  type OpenQuestion,
  type StopRule,
} from '../../schema/contract.ts';
import type { ContractDraft } from '../../schema/draft.ts';
import type { Snapshot } from '../../schema/snapshot.ts';
import { agentGlobs, neverGlobs } from '../evidence/scope.ts';
import { ownTestCommands } from './assemble-contract-checks.ts';
import {
  acceptCriterion,
  type CriterionContext,
  guardCriterion,
} from './assemble-contract-criteria.ts';
import { usableGlobs } from './assemble-contract-globs.ts';
import { type IdSource, idsAfter } from './assemble-contract-ids.ts';

export interface AssembleInput {
  draft: ContractDraft;
  /** Whose draft it is: what rules found stands in the issue, so its commands need approval. */
  drafter: 'rules' | 'model';
  snapshot: Snapshot;
  taskId: string;
  baseSha: string;
  integrationTarget: string;
  environment: Environment;
  /** The repository’s own checks, configured or discovered on the base commit. */
  guardChecks: readonly Check[];
  /** Files of the base commit. */
  paths?: readonly string[];
  configuration: Configuration;
  /** The contract this one follows: ids go on from it. */
  previous?: Contract | null;
}

const MOST_CRITERIA = 100;

/**
 * Makes a contract of a draft. A draft only proposes: ids are ours, a quote must occur in text that carries authority
 * (else the criterion is an assumption that needs a yes), checks that prove nothing are left out, and the protective
 * stop rules and the repository’s own checks are added whatever the draft says.
 */
export function assembleContract(input: AssembleInput): { contract: Contract; notes: string[] } {
  const { draft, snapshot, configuration, previous = null } = input;
  const notes = hiddenNotes(snapshot);
  const ids = idsAfter(previous);
  const context: CriterionContext = {
    ids,
    origin: input.drafter === 'rules' ? 'issue' : 'model',
    requestText: snapshot.sources.map((source) => source.text).join('\n'),
    guards: input.guardChecks,
    ownTests: ownTestCommands(input.paths ?? [], input.guardChecks),
    notes,
    sources: snapshot.sources,
    assumptions: draft.assumptions.map((text) => clip(text, 2000)).filter((text) => text !== ''),
  };
  const acceptance = draft.acceptance
    .slice(0, MOST_CRITERIA)
    .flatMap((drafted) => acceptCriterion(drafted, context) ?? []);
  const guard = guardCriterion([...(previous?.acceptance ?? []), ...acceptance], context);
  if (guard) acceptance.push(guard);
  const goal = clip(draft.goal, 4000) || 'Not stated.';
  const inScope = scopeEntries(draft.inScope);
  const openQuestions = questionsOf(draft, acceptance.filter((c) => !c.guard).length, ids);
  const contract: Contract = {
    schemaVersion: 1,
    taskId: input.taskId,
    version: (previous?.version ?? 0) + 1,
    baseSha: input.baseSha,
    integrationTarget: input.integrationTarget,
    requirementsRevision: snapshot.revision,
    goal,
    inScope:
      inScope.length > 0 ? inScope : [{ text: clip(goal.split('\n')[0] ?? goal, 1000), globs: [] }],
    outOfScope: scopeEntries(draft.outOfScope),
    constraints: draft.constraints.map((text) => clip(text, 2000)).filter((text) => text !== ''),
    acceptance: [...(previous?.acceptance ?? []), ...acceptance],
    stopRules: stopRulesOf(
      draft,
      inScope.flatMap((entry) => entry.globs),
      openQuestions,
      configuration,
      ids,
    ),
    assumptions: context.assumptions,
    openQuestions,
    environment: input.environment,
    budgets: Budgets.parse(configuration.budgets),
  };
  return { contract: Contract.parse(contract), notes };
}

function questionsOf(draft: ContractDraft, criteria: number, ids: IdSource): OpenQuestion[] {
  const asked = draft.openQuestions.filter((question) => question.text.trim() !== '');
  const none = criteria === 0 && !asked.some((question) => question.blocking);
  return [...asked, ...(none ? [NOTHING_TO_CHECK] : [])].slice(0, 20).map((question) => ({
    id: ids.nextQuestion(),
    text: clip(question.text, 2000),
    alternatives: question.alternatives.slice(0, 10).map((text) => clip(text, 500)),
    blocking: question.blocking,
    decision: null,
  }));
}

const NOTHING_TO_CHECK = {
  text: 'Nothing that a check could show was found in the request. What must be true when it is done?',
  alternatives: [],
  blocking: true,
};

/** The draft’s rules, and those that hold in every contract. */
function stopRulesOf(
  draft: ContractDraft,
  scopeGlobs: readonly string[],
  questions: readonly OpenQuestion[],
  configuration: Configuration,
  ids: IdSource,
): StopRule[] {
  const rules: Omit<StopRule, 'id'>[] = [
    {
      text: 'STOP if the change touches workflows, the configuration of Contractor, or a path the repository protects.',
      detector: { kind: 'path-touched', globs: neverGlobs(configuration) },
    },
    {
      text: 'STOP if the change touches files that configure coding agents.',
      detector: { kind: 'path-touched', globs: agentGlobs(scopeGlobs) },
    },
    ...(questions.some((question) => question.blocking)
      ? [
          {
            text: 'STOP while a question that only a product decision answers is open.',
            detector: { kind: 'open-question' as const },
          },
        ]
      : []),
    ...draft.stopRules
      .filter((rule) => rule.text.trim() !== '')
      .slice(0, 20)
      .map(({ text, globs }) => ({
        text: clip(text, 1000),
        detector: detectorOf(text, usableGlobs(globs ?? [])),
      })),
  ];
  return rules
    .filter(({ detector }) => detector.kind !== 'path-touched' || detector.globs.length > 0)
    .map((rule) => ({ id: ids.nextStopRule(), ...rule }));
}

function detectorOf(text: string, globs: string[]): StopRule['detector'] {
  if (globs.length > 0) return { kind: 'path-touched', globs };
  return { kind: 'review', question: `Was this reached: ${clip(text, 1000)}` };
}

function scopeEntries(entries: ContractDraft['inScope']): Contract['inScope'] {
  return entries
    .filter((entry) => entry.text.trim() !== '' || entry.globs.length > 0)
    .slice(0, 50)
    .map(({ text, globs }) => ({
      text: clip(text, 1000) || clip(globs.join(', '), 1000),
      globs: usableGlobs(globs),
    }));
}

/** People are told what nobody sees (threat 9). */
function hiddenNotes(snapshot: Snapshot): string[] {
  return snapshot.sources
    .filter((source) => source.hidden.length > 0)
    .map(
      ({ id, hidden }) =>
        `Left out of ${id}: ${hidden.map((h) => `${h.count} × ${h.kind}`).join(', ')}.`,
    );
}

const clip = (text: string, most: number): string => text.trim().slice(0, most).toWellFormed();
