import { z } from 'zod';
import { Role } from '../../core/schema/actor.ts';

const Login = z.string().min(1).max(39).describe('login of one of the people');

/** Files by path: their text, an executable text, or null to delete one. */
export const ScenarioFiles = z.record(
  z.string().min(1),
  z.union([
    z.string(),
    z.null(),
    z.strictObject({ content: z.string(), executable: z.boolean().default(false) }),
  ]),
);
export type ScenarioFiles = z.infer<typeof ScenarioFiles>;

const Place = z
  .enum(['issue', 'pull-request'])
  .default('issue')
  .describe('the issue, or the pull request of the task');
const Named = z
  .string()
  .default('last')
  .describe('a comment by the name it was given with `as`, or the last one of this scenario');

const ACTIONS = {
  comment: z.strictObject({
    by: Login,
    body: z.string().describe('`{name}` in it stands for the id of the comment with that name'),
    on: Place,
    as: z.string().optional().describe('name for a later edit or deletion'),
  }),
  'edit-comment': z.strictObject({ by: Login, comment: Named, body: z.string() }),
  'delete-comment': z.strictObject({ by: Login, comment: Named }),
  'edit-issue': z.strictObject({
    by: Login,
    title: z.string().optional(),
    body: z.string().optional(),
  }),
  close: z.strictObject({ by: Login, what: Place }),
  reopen: z.strictObject({ by: Login }),
  label: z.strictObject({ by: Login, name: z.string().default('contractor') }),
  unlabel: z.strictObject({ by: Login, name: z.string().default('contractor') }),
  assign: z.strictObject({ by: Login, to: Login }),
  review: z.strictObject({
    by: Login,
    body: z.string(),
    event: z.enum(['COMMENT', 'APPROVE', 'REQUEST_CHANGES']).default('COMMENT'),
  }),
  push: z
    .strictObject({
      by: Login,
      branch: z.string().optional().describe('the branch of the task, when left out'),
      files: ScenarioFiles,
      message: z.string().default('Change files'),
    })
    .describe('a person’s commit on the branch of the task'),
  'advance-base': z
    .strictObject({ by: Login, files: ScenarioFiles, message: z.string().default('Advance') })
    .describe('a commit on the default branch'),
  permission: z.strictObject({ by: Login, of: Login, role: Role }),
  merge: z.strictObject({ by: Login }),
  dispatch: z.strictObject({ by: Login }).describe('workflow_dispatch for the issue'),
  kill: z
    .strictObject({})
    .describe('SIGKILL for the product, while it waits at this moment; GitHub and model live on'),
  start: z
    .strictObject({})
    .describe('one more look at once, beside the one that runs: two processes overlap'),
  fault: z
    .strictObject({
      kind: z.enum([
        '500-before',
        '500-after',
        '403-rate',
        '429',
        'secondary',
        'drop-connection',
        'drop-connection-after',
        'timeout',
      ]),
      match: z
        .strictObject({
          method: z.string().optional(),
          path: z.string().optional().describe('a part of the request’s path'),
          operation: z.string().optional().describe('name of a GraphQL operation'),
        })
        .default({}),
      retryAfterSeconds: z.int().nonnegative().optional(),
      times: z.int().positive().default(1),
    })
    .describe('what GitHub does wrong with the next request that matches'),
  webhook: z
    .strictObject({
      fault: z.enum(['drop', 'double', 'reorder']),
      times: z.int().positive().default(1),
    })
    .describe('what becomes of the next webhooks'),
  wait: z
    .strictObject({ minutes: z.number().positive() })
    .describe('the clock of everybody goes on so far; nothing really waits'),
};

export type ActionName = keyof typeof ACTIONS;

/** One thing that somebody does, or that goes wrong: an object with one key, the kind of action. */
export const Action = z
  .strictObject(
    Object.fromEntries(
      Object.entries(ACTIONS).map(([name, schema]) => [name, schema.optional()]),
    ) as { [K in ActionName]: z.ZodOptional<(typeof ACTIONS)[K]> },
  )
  .refine(
    (action) => Object.values(action).filter((value) => value !== undefined).length === 1,
    `give exactly one of ${Object.keys(ACTIONS).join(', ')}`,
  );
export type Action = z.infer<typeof Action>;
export type ActionInput<K extends ActionName> = z.infer<(typeof ACTIONS)[K]>;
