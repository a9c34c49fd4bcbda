import { mayDo } from '../rules/request/authority.ts';
import { parseCommands, parseComment } from '../rules/request/commands.ts';
import { sameRevision } from '../rules/request/revision.ts';
import type { Actor } from '../schema/actor.ts';
import type { EventOf } from '../schema/event.ts';
import type { Command } from './command.ts';
import { commentLost } from './own-comment.ts';
import { observedSnapshot } from './reconcile.ts';
import type { TaskState } from './state.ts';

/** Whether this look may go on, and the claim it starts with; or why there is nothing to do. */
export type Judgement =
  | { go: true; event: EventOf<'run-claimed'> | null }
  | { go: false; reason: NothingToDo };

export type NothingToDo =
  | 'not-for-us'
  | 'no-permission'
  | 'another-run'
  | 'epoch-lost'
  | 'nothing-new'
  | 'issue-closed'
  | 'settled'
  | 'empty-issue'
  | 'no-base-branch'
  | 'empty-repository'
  | 'gave-up';

/** A run that shows no sign of life for so long may be taken over. Renewed by everything it appends. */
const LEASE_MS = 10 * 60_000;
/** Runs in a row that infrastructure may fail before a person has to ask again. */
const MAXIMUM_FAILURES = 3;

/** A trigger only says "look at this issue"; whether anything follows is decided here, from facts. */
export function judgeTrigger(state: TaskState, command: Command): Judgement {
  if (!holdsEpoch(state, command)) return nothing('epoch-lost');
  if (state.run?.id === command.run) return { go: true, event: null };
  if (state.settled) return nothing('settled');
  if (state.run) {
    const idle = Date.parse(command.now) - Date.parse(state.run.lastAt);
    return idle < LEASE_MS ? nothing('another-run') : claim(state, command, state.run.by);
  }
  return state.ended ? judgeAgain(state, command) : judgeFirst(state, command);
}

/** Publish protocol, 3: a process that was taken over must not go on, nor take the task back. */
function holdsEpoch(state: TaskState, command: Command): boolean {
  return (
    command.epoch === null || (state.run?.id === command.run && state.run.epoch === command.epoch)
  );
}

function judgeFirst(state: TaskState, command: Command): Judgement {
  const { observation } = command;
  const asked = asksToStart(command) ? starter(command) : null;
  const standing = asked?.allowed ? null : standingRequest(command);
  if (!asked?.allowed && !standing) return nothing(asked ? 'no-permission' : 'not-for-us');
  if (observation.issue.state === 'closed') return nothing('issue-closed');
  if (!saysSomething(command)) return nothing('empty-issue');
  if (observation.base.sha === null)
    return nothing(
      command.configuration.branches.base === null ? 'empty-repository' : 'no-base-branch',
    );
  if (!standing) return claim(state, command, asked?.actor ?? null);
  // What the issue said when it was asked for counts, not what it says when we come to look.
  const trigger = { ...command.trigger, at: standing.at };
  return claim(state, { ...command, trigger }, standing.by);
}

/** A title alone is no request; a body is, and so is what somebody who may amend has commented. */
function saysSomething({ observation, configuration }: Command): boolean {
  const may = (who: Actor) =>
    mayDo('amend', who, observation.roles[who.id] ?? 'none', configuration.allow);
  const demands = (comment: (typeof observation.comments)[number]): boolean => {
    const { body, author, editor, editorKnown, hidden } = comment;
    if (hidden || !editorKnown || !may(author) || !may(editor ?? author)) return false;
    const { commands, rest } = parseComment(body);
    return rest !== '' || commands.some(({ name }) => name === 'amend');
  };
  return observation.issue.text.body.trim() !== '' || observation.comments.some(demands);
}

/**
 * Who asked for the task, as the issue itself shows: the label or assignee that is on it, or a command. A webhook that
 * was lost, or a runner that died before it noted anything, loses no task.
 */
function standingRequest({
  observation,
  configuration,
}: Command): { by: Actor; at: string } | null {
  const { label, assignee } = configuration.trigger;
  const may = (actor: Actor) =>
    mayDo('start', actor, observation.roles[actor.id] ?? 'none', configuration.allow);
  const asked = observation.issue.requests.filter((request) =>
    request.kind === 'labeled' ? request.name === label : request.name === assignee,
  );
  const commands = observation.comments
    .filter((c) => c.id !== observation.commentMarker?.id && c.editorKnown && !c.hidden)
    .filter((c) => parseCommands(c.body).some(starts))
    .filter((c) => may(c.author))
    .map((c) => ({ by: c.editor ?? c.author, at: c.editedAt ?? c.createdAt }));
  return [...asked, ...commands].find(({ by }) => may(by)) ?? null;
}

/** Commands that begin a task; for `preview` and `plan` it begins and executes nothing. */
const BEGINS = new Set(['start', 'preview', 'plan']);
const starts = (command: { name: string }): boolean => BEGINS.has(command.name);

function judgeAgain(state: TaskState, command: Command): Judgement {
  const { observation, trigger } = command;
  const pull = observation.pullRequest;
  if (pull?.ours && pull.state !== 'open') return claim(state, command, null);
  const asked =
    asksToStart(command) && trigger.kind !== 'comment' && !isRedelivered(state, command);
  const by = asked ? starter(command) : null;
  if (by && !by.allowed) return nothing('no-permission');
  if (by) return claim(state, command, by.actor);
  if (state.ended?.outcome === 'infra-failed')
    return state.failures < MAXIMUM_FAILURES || changed(state, command)
      ? claim(state, command, null)
      : nothing('gave-up');
  if (state.publish.withdrawn && !state.hold) return claim(state, command, null);
  if (changed(state, command)) return claim(state, command, null);
  return nothing('nothing-new');
}

/**
 * A webhook that came twice asks for nothing new: its label or assignment was there when the requirements were last
 * read. One that is put on again later has a later time.
 */
function isRedelivered(state: TaskState, { trigger, detail, observation }: Command): boolean {
  const readAt = state.snapshot?.takenAt;
  const name = trigger.kind === 'labeled' ? detail.label : detail.assignee;
  const same = observation.issue.requests.filter(
    (request) => request.kind === trigger.kind && request.name === name,
  );
  return (
    readAt !== undefined &&
    same.length > 0 &&
    same.every((request) => Date.parse(request.at) <= Date.parse(readAt))
  );
}

/** Something we have not consumed: other requirements text, or another commit on our branch. */
function changed(state: TaskState, command: Command): boolean {
  const head = command.observation.branch.head;
  const movedHead =
    head !== null && state.publish.written !== null && head !== state.publish.written;
  if (movedHead || !state.snapshot || commentLost(state, command)) return true;
  return !sameRevision(state.snapshot.revision, observedSnapshot(state, command).revision);
}

function asksToStart(command: Command): boolean {
  const { trigger, detail, configuration } = command;
  switch (trigger.kind) {
    case 'labeled':
      return detail.label === configuration.trigger.label;
    case 'assigned':
      return detail.assignee !== undefined && detail.assignee === configuration.trigger.assignee;
    case 'comment': {
      const comment = triggering(command);
      if (!comment?.editorKnown || comment.hidden) return false;
      if ((comment.editor ?? comment.author).id !== trigger.sender?.id) return false;
      return parseCommands(comment.body).some(starts);
    }
    case 'dispatch':
    case 'console':
      return true;
    default:
      return false;
  }
}

/** A comment has the lower of both authorities: whoever edits an outsider’s words does not lend them theirs. */
function starter(command: Command): { allowed: boolean; actor: Actor | null } {
  const { trigger, observation, configuration } = command;
  const actor = trigger.sender;
  if (trigger.kind === 'console') return { allowed: true, actor };
  const author = triggering(command)?.author ?? actor;
  const may = (who: Actor | null) =>
    who !== null && mayDo('start', who, observation.roles[who.id] ?? 'none', configuration.allow);
  return { allowed: may(actor) && may(author), actor };
}

function triggering({ trigger, observation }: Command) {
  if (trigger.kind !== 'comment') return undefined;
  return observation.comments.find((c) => `comment:${c.place}:${c.id}` === trigger.source);
}

function claim(state: TaskState, command: Command, by: Actor | null): Judgement {
  return {
    go: true,
    event: { type: 'run-claimed', epoch: state.epoch + 1, trigger: command.trigger, by },
  };
}

const nothing = (reason: NothingToDo): Judgement => ({ go: false, reason });
