import { z } from 'zod';
import type { Effect } from '../../core/run/effect.ts';
import { Event } from '../../core/schema/event.ts';

/** Steps of the product, as the core calls its effects; `publish` is from the push to the shown record. */
const STEPS = [
  'post-comment',
  'draft',
  'amend',
  'prepare',
  'work',
  'verify',
  'adopt',
  'push',
  'open-pull-request',
  'publish-record',
  'withdraw',
] as const satisfies readonly Effect['type'][];
const Step = z.enum([...STEPS, 'publish']);

const EventType = z.enum(Event.options.map((option) => option.shape.type.value));

const which = {
  checkpoint: z.int().positive().optional().describe('right after the n-th checkpoint, CP-n'),
  before: Step.optional().describe('right before the product does this step'),
  after: Step.optional().describe('right after it did, before it could note so in the ledger'),
  event: EventType.optional().describe('as soon as an event of this type stands in the ledger'),
  turn: z.int().positive().optional().describe('while the model thinks about its n-th turn'),
};

/** A moment at which something happens. `start`: before the trigger; `end`: when the product has come to rest. */
export const Moment = z.union([
  z.enum(['start', 'end']),
  z
    .strictObject({
      ...which,
      nth: z.int().positive().default(1).describe('the n-th time that this happens'),
    })
    .refine(
      ({ nth: _, ...named }) => Object.values(named).filter((v) => v !== undefined).length === 1,
      `give exactly one of ${Object.keys(which).join(', ')}`,
    ),
]);
export type Moment = z.infer<typeof Moment>;

/** How moments are announced: `start`, `checkpoint:2`, `before:verify`, `event:branch-pushed`. */
export function momentName(moment: Moment): string {
  if (typeof moment === 'string') return moment;
  const { nth: _, ...named } = moment;
  const [kind, value] = Object.entries(named).find(([, v]) => v !== undefined) ?? ['', ''];
  if (value !== 'publish') return `${kind}:${value}`;
  return kind === 'before' ? 'before:push' : 'after:publish-record';
}

/** For people: `the 2nd event:branch-pushed`. */
export function momentWords(moment: Moment): string {
  const times = typeof moment === 'string' || moment.nth === 1 ? '' : ` (${moment.nth})`;
  return `${momentName(moment).replace(':', ' ')}${times}`;
}
