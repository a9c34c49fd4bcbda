import type { Observation } from '../schema/observation.ts';
import type { Source } from '../schema/snapshot.ts';

/** When a comment got the words it has now; null when GitHub does not say. */
export function writtenAt(observation: Observation, source: Source): string | null {
  const comment = observation.comments.find((c) => source.id === `comment:${c.place}:${c.id}`);
  return source.editedAt ?? comment?.createdAt ?? null;
}

/** GitHub’s times have whole seconds: two moments in the same one cannot be put in order. */
export const secondOf = (at: string): number => Math.floor(Date.parse(at) / 1000);
