import { COMMAND_VERB, textMay } from '../rules/request/authority.ts';
import type { ContractCommand } from '../rules/request/commands.ts';
import type { Actor } from '../schema/actor.ts';
import type { EventOf } from '../schema/event.ts';
import type { Observation } from '../schema/observation.ts';
import type { Snapshot, Source } from '../schema/snapshot.ts';
import { adopt } from './adopt-command.ts';
import { approve } from './approve-command.ts';
import type { Command } from './command.ts';
import { answer, type CommandAnswer, done } from './command-answer.ts';
import { decideQuestion } from './decide-command.ts';
import { answerPlan } from './plan-command-answer.ts';
import type { TaskState } from './state.ts';

/**
 * Applies one command found in a new or edited comment, bound to that text’s author and editor.
 * @param seen the requirements as this look sees them: what `adopt` can take over
 */
export function applyCommand(
  state: TaskState,
  { observation, configuration }: Command,
  command: ContractCommand,
  source: Source,
  seen: Snapshot,
): CommandAnswer {
  const by = source.editor ?? source.author;
  const verb = COMMAND_VERB[command.name];
  if (!textMay(verb, source, byIssueAuthor(observation, source)))
    return answer('not-authorised', `${by.login} may not ${verb} here`, command.raw);
  const say = (topic: EventOf<'answer-given'>['topic'], text = ''): EventOf<'answer-given'> => ({
    type: 'answer-given',
    topic,
    text: text.slice(0, 500).toWellFormed(),
    to: by.login,
    source: source.id,
  });
  switch (command.name) {
    case 'approve':
      return approve(state, observation, command, source);
    case 'amend':
      return answer(
        'amendment',
        'asked for with /contract amend',
        command.text,
        ...answers(state, command.text, source),
      );
    case 'adopt':
      return adopt(state, observation, command.target, source, seen);
    case 'decide':
      return decideQuestion(state, command, source);
    case 'stop':
      return done('the task stops', {
        type: 'stop-requested',
        by,
        reason: `${by.login} asked to stop`,
      });
    case 'start':
      return done('the task goes on', { type: 'resume-requested', by });
    case 'resume':
      return resume(state, command, by);
    case 'replan':
      return answer('plan-invalidated', 'a new plan is asked for', command.reason || null);
    case 'verify':
      return state.candidate
        ? answer('evidence-invalidated', 'asked to verify again', command.raw)
        : done('there is no commit yet; the one that is delivered is verified anyway');
    case 'plan':
      return answerPlan(state, command, configuration.planFirst, by, say);
    case 'preview':
      return state.preview === null || state.preview === 'contract'
        ? done(`shown in our comment`, say('preview'))
        : done('nothing is executed', {
            type: 'preview-requested',
            by,
            depth: 'contract',
            task: null,
          });
    case 'unknown':
      return answer('question', 'no such command: see the help in our comment', command.raw, {
        ...say('unknown', command.word),
      });
    case 'status':
    case 'help':
      return done(`answered in our comment`, say(command.name));
  }
}

/** All that waits goes on, or the nodes that were named; a name that no waiting node has lets none of them go on. */
function resume(
  { handedBackNodes: waiting }: TaskState,
  { nodes, raw }: Extract<ContractCommand, { name: 'resume' }>,
  by: Actor,
): CommandAnswer {
  if (nodes.length === 0 || waiting.length === 0)
    return done('the task goes on', { type: 'resume-requested', by });
  const lower = nodes.map((id) => id.toLowerCase());
  const named = waiting.filter((id) => lower.includes(id.toLowerCase()));
  if (named.length > 0)
    return done(`the task goes on with ${named.join(', ')}`.slice(0, 300), {
      type: 'resume-requested',
      by,
      nodes: named,
    });
  const these = `${waiting.slice(0, 20).join(', ')}${waiting.length > 20 ? ', …' : ''}`;
  return answer('question', `no such node waits; these do: ${these}`, raw);
}

/** Whoever answers a handback with an amendment has decided what it asked: it is not asked again. */
function answers(state: TaskState, choice: string, source: Source): EventOf<'question-decided'>[] {
  if (state.hold?.outcome !== 'handed-back') return [];
  const by = source.editor ?? source.author;
  return [{ type: 'question-decided', question: 'handback', choice: choice.slice(0, 1000), by }];
}

/** The issue’s author wrote the text and nobody else touched it; a hidden text says nothing. */
function byIssueAuthor({ issue, comments }: Observation, source: Source): boolean {
  const { author } = issue.text;
  const comment = comments.find((c) => source.id === `comment:${c.place}:${c.id}`);
  return (
    author.kind === 'person' &&
    author.id > 0 &&
    comment !== undefined &&
    !comment.hidden &&
    comment.editorKnown &&
    [comment.author, comment.editor ?? comment.author].every(({ id }) => id === author.id)
  );
}
