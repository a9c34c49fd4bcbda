import { isAuthorised } from '../rules/request/authority.ts';
import type { Disposition } from '../schema/disposition.ts';
import type { Observation } from '../schema/observation.ts';
import type { Snapshot, Source } from '../schema/snapshot.ts';
import type { CommandAnswer } from './command-answer.ts';
import { answer, done } from './command-answer.ts';
import type { TaskState } from './state.ts';
import { secondOf, writtenAt } from './written-at.ts';

/**
 * `/contract adopt <comment>`: takes over what somebody without authority wrote, as it stood when the command was
 * written. From then on it is an amendment by whoever adopted it; what its author edits later is a new text.
 */
export function adopt(
  state: TaskState,
  observation: Observation,
  target: string,
  source: Source,
  seen: Snapshot,
): CommandAnswer {
  const meant = seen.sources.filter(({ id }) => id === target || id.endsWith(`:${target}`));
  // An issue comment and a review comment may share a number: nobody is given authority by accident.
  if (meant.length > 1)
    return done(
      `${target} names ${meant.length} texts (${meant.map(({ id }) => id).join(', ')}): say with /contract amend what shall hold`,
    );
  const [text] = meant;
  if (!text || text.id === source.id) return done(`there is no such text here to adopt: ${target}`);
  if (isAuthorised(text)) return done('that text counts already: its writers may amend');
  const [read, written] = [writtenAt(observation, source), writtenAt(observation, text)];
  if (read === null || (written !== null && secondOf(written) >= secondOf(read)))
    return done(
      'that text was written or edited after the command, or together with it: adopt it again',
    );
  const by = source.editor ?? source.author;
  const adopted = { ...text, adopted: true };
  const change =
    state.dispositions.findLast((d) => d.source === text.id && d.contentHash === text.contentHash)
      ?.change ?? 'added';
  const also: Disposition = {
    source: text.id,
    change,
    contentHash: text.contentHash,
    author: text.author.login,
    outcome: 'amendment',
    contractVersion: state.contract?.version ?? 0,
    reason: `adopted by ${by.login}, as it stood`,
    quote: text.text.trim().slice(0, 500).toWellFormed() || null,
  };
  const taken = answer('no-effect', `adopted what ${text.author.login} wrote`, null, {
    type: 'source-adopted',
    source: adopted,
    by,
  });
  return { ...taken, also };
}
