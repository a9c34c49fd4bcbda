import { z } from 'zod';

/** One step of a plan. The plan is a hypothesis; it lives in state, not in the model’s last message. */
export const PlanItem = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{0,30}$/)
    .describe('stable over rewrites'),
  content: z.string().min(1).max(500),
  status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
  evidence: z
    .string()
    .nullable()
    .default(null)
    .describe('id of passing evidence or of the checkpoint that did it; completed needs one'),
  parent: z
    .string()
    .nullable()
    .default(null)
    .describe('id of the phase it belongs to; depth two at most'),
});
export type PlanItem = z.infer<typeof PlanItem>;

export const Plan = z.object({
  version: z.int().positive().describe('on its own count; a replan never touches the contract'),
  contractVersion: z.int().positive(),
  items: z.array(PlanItem).max(200),
  reasonForReplan: z.string().nullable().default(null),
  acceptanceChanged: z
    .literal(false)
    .default(false)
    .describe('seeds/3: a plan cannot redefine success'),
});
export type Plan = z.infer<typeof Plan>;
