import { z } from 'zod';
import { Handback } from '../../../core/schema/handback.ts';
import { ok, tool } from './tool.ts';

/** Items are judged by the harness, whose refusals are counted and say how to mend; so anything is let through here. */
const PlanWrite = z.looseObject({
  items: z
    .unknown()
    .describe(
      'the whole list, in order: [{id, content, status: pending|in_progress|completed|cancelled, evidence?, parent?}]',
    ),
  reason: z.string().max(1000).nullish().describe('for a replan: what you observed'),
});

export const writePlanTool = tool({
  name: 'write_plan',
  description:
    'Create or replace the plan: pass every step each time. One step in_progress; completed needs evidence (EV- or CP- id).',
  input: PlanWrite,
  label: () => '',
  async run({ items, reason }, { harness }) {
    return harness.writePlan(items, reason ?? null);
  },
});

export const checkTool = tool({
  name: 'check',
  description:
    "Let the harness run the contract's checks for these criteria on the worktree as it is. This is the only result that counts.",
  input: z.strictObject({
    criteria: z.array(z.string().max(40)).min(1).max(50).describe('criterion ids, like AC-1'),
  }),
  label: ({ criteria }) => criteria.join(' '),
  async run({ criteria }, { harness, outputs }) {
    const { reply, evidence } = await harness.verify([...new Set(criteria)]);
    const red = evidence.some((one) => one.result !== 'pass');
    const text = outputs.cap(reply);
    return red || evidence.length === 0 ? { ok: false, code: 'red', text } : ok(text);
  },
});

export const handBackTool = tool({
  name: 'hand_back',
  description:
    'Stop and hand the task back to people, when the contract cannot be met or a decision is theirs.',
  input: Handback,
  label: ({ blocked }) => blocked.slice(0, 100),
  async run(handback, { harness }) {
    const reply = await harness.handBack(handback);
    return reply.ok ? { ...reply, end: { how: 'handed-back', detail: handback.blocked } } : reply;
  },
});

export const doneTool = tool({
  name: 'done',
  description: 'Say that the contract holds. The harness then verifies everything itself.',
  input: z.strictObject({ summary: z.string().max(2000).optional() }),
  label: () => '',
  async run({ summary }) {
    const detail = summary ?? 'The agent says it is done.';
    return { ok: true, text: 'The harness verifies now.', end: { how: 'finished', detail } };
  },
});
