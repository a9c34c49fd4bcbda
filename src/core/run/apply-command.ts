import { mayDo } from '../rules/authority.ts';
import type { ContractCommand } from '../rules/commands.ts';
import type { Verb } from '../schema/actor.ts';
import type { Disposition } from '../schema/disposition.ts';
import type { Event } from '../schema/event.ts';
import type { Observation } from '../schema/observation.ts';
import type { Source } from '../schema/snapshot.ts';
import type { Command } from './command.ts';
import type { TaskState } from './state.ts';

/** What a `/contract` command led to. */
export interface CommandAnswer {
  events: Event[];
  outcome: Disposition['outcome'];
  reason: string;
  quote: string | null;
}

/** Which right each command needs (design §3). */
const NEEDS: Record<ContractCommand['name'], Verb> = {
  start: 'start',
  resume: 'start',
  replan: 'start',
  plan: 'start',
  preview: 'start',
  verify: 'start',
  approve: 'approve',
  amend: 'amend',
  decide: 'decide',
  stop: 'stop',
  status: 'ask',
  help: 'ask',
  unknown: 'ask',
};

/** Applies one command found in a new or edited comment, bound to that text’s author and editor. */
export function applyCommand(
  state: TaskState,
  { configuration, observation }: Command,
  command: ContractCommand,
  source: Source,
): CommandAnswer {
  const by = source.editor ?? source.author;
  if (!mayDo(NEEDS[command.name], by, source.authority, configuration.allow))
    return answer('not-authorised', `${by.login} may not ${NEEDS[command.name]} here`, command.raw);
  switch (command.name) {
    case 'approve':
      return approve(state, command.hash, source, writtenAt(observation, source));
    case 'amend':
      return answer('amendment', 'asked for with /contract amend', command.text);
    case 'decide':
      return decideQuestion(state, command.choice, source);
    case 'stop':
      return done('the task stops', {
        type: 'stop-requested',
        by,
        reason: `${by.login} asked to stop`,
      });
    case 'start':
    case 'resume':
      return done('the task goes on', { type: 'resume-requested', by });
    case 'replan':
      return {
        ...done('a new plan is asked for'),
        outcome: 'plan-invalidated',
        quote: command.reason,
      };
    case 'unknown':
      return done('unknown command: see /contract help');
    default:
      return done(`/contract ${command.name} was answered`);
  }
}

/**
 * Approval binds a hash: of the contract that was shown when it was written, never of one that came later. Where the
 * words name no hash, the time tells; GitHub’s times have whole seconds, and nobody reads and approves within one.
 */
function approve(
  state: TaskState,
  hash: string | null,
  source: Source,
  at: string | null,
): CommandAnswer {
  const current = state.contractHash;
  if (current === null) return done('there is no contract to approve yet');
  if (hash === null && (at === null || seconds(at) < seconds(state.contractSince ?? at)))
    return done(
      `that was written before contract v${state.contract?.version} was shown: name its hash (${current.slice(0, 12)})`,
    );
  if (hash !== null && !current.startsWith(hash.toLowerCase()))
    return done(`that hash is not the contract in force (${current.slice(0, 12)})`);
  const by = source.editor ?? source.author;
  return done(`contract v${state.contract?.version} approved`, {
    type: 'contract-approved',
    contractHash: current,
    by,
  });
}

/** When the text got the words it has now; null when GitHub does not say. */
function writtenAt(observation: Observation, source: Source): string | null {
  const comment = observation.comments.find((c) => source.id === `comment:${c.place}:${c.id}`);
  return source.editedAt ?? comment?.createdAt ?? null;
}

const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);

function decideQuestion(state: TaskState, choice: number, source: Source): CommandAnswer {
  const question = state.contract?.openQuestions.find((q) => q.blocking && q.decision === null);
  const alternatives = state.hold?.handback?.alternatives ?? question?.alternatives ?? [];
  const text = alternatives[choice - 1];
  if (text === undefined) return done(`there is no alternative ${choice} to decide`);
  const by = source.editor ?? source.author;
  return {
    events: [{ type: 'question-decided', question: question?.id ?? 'handback', choice: text, by }],
    outcome: 'amendment',
    reason: `decided ${choice}`,
    quote: text,
  };
}

const answer = (
  outcome: Disposition['outcome'],
  reason: string,
  quote: string | null,
): CommandAnswer => ({
  events: [],
  outcome,
  reason,
  quote,
});

const done = (reason: string, ...events: Event[]): CommandAnswer => ({
  events,
  outcome: 'no-effect',
  reason,
  quote: null,
});
