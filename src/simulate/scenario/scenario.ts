import { z } from 'zod';
import { Role } from '../../core/schema/actor.ts';
import { Configuration } from '../../core/schema/configuration.ts';
import { ModelScript } from '../model/script.ts';
import { Action, ScenarioFiles } from './action.ts';
import { Expectation } from './expectation.ts';
import { Moment } from './moment.ts';

const RepositoryName = z
  .string()
  .regex(/^[\w.-]+\/[\w.-]+$/, 'owner/name')
  .default('acme/acme')
  .describe('owner/name on the embedded GitHub');
const Branch = z.string().min(1).default('main');

const ScenarioRepository = z.union([
  z.string().min(1).describe('a directory or git repository, relative to the scenario’s file'),
  z
    .strictObject({
      name: RepositoryName,
      path: z.string().min(1).optional().describe('a directory or git repository to start from'),
      files: ScenarioFiles.optional().describe('or its files'),
      defaultBranch: Branch,
    })
    .refine(
      ({ path, files }) => path === undefined || files === undefined,
      'give path or files, not both',
    ),
]);

const Person = z.strictObject({
  login: z.string().min(1).max(39),
  role: Role.describe('role in the repository; none or read for an outsider'),
  type: z.enum(['User', 'Bot']).default('User'),
});

const Issue = z
  .strictObject({
    title: z.string().min(1),
    body: z.string().optional(),
    form: z
      .record(z.string(), z.string())
      .optional()
      .describe('answers of an issue form by label, put into a body as GitHub does'),
    author: z.string().min(1),
    labels: z.array(z.string()).default([]),
    comments: z
      .array(z.strictObject({ by: z.string(), body: z.string() }))
      .default([])
      .describe('written before the task starts'),
  })
  .refine(
    ({ body, form }) => body === undefined || form === undefined,
    'give body or form, not both',
  );

const Trigger = z
  .strictObject({
    kind: z.enum(['labeled', 'assigned', 'comment', 'dispatch']).default('labeled'),
    by: z.string().min(1),
    label: z.string().default('contractor'),
    assignee: z.string().optional().describe('whom `assigned` assigns'),
    body: z.string().default('/contract').describe('what `comment` writes'),
  })
  .describe('What starts the task');

/** One file that the whole product runs on, with a GitHub and a model of our own. */
export const Scenario = z
  .strictObject({
    name: z.string().min(1).max(100).describe('one line'),
    description: z.string().optional().describe('what it shows'),
    repository: ScenarioRepository,
    people: z.array(Person).min(1),
    configuration: z
      .union([z.string(), z.looseObject({})])
      .optional()
      .describe(
        '.github/contractor.yml, as text or as an object; the scripted model is filled in unless `models` is given',
      ),
    issue: Issue,
    trigger: Trigger,
    model: ModelScript.optional().describe('without it no model is configured'),
    sandbox: Configuration.shape.sandbox
      .unwrap()
      .shape.level.unwrap()
      .or(z.literal('auto'))
      .default('auto')
      .describe('isolation to ask for; auto: the strongest this machine gives'),
    machines: z
      .enum(['fresh', 'same'])
      .default('fresh')
      .describe('whether each look finds an empty disk, as on hosted runners, or the last one’s'),
    timeline: z
      .array(
        z.strictObject({
          at: Moment,
          do: z.union([Action, z.array(Action).min(1)]),
        }),
      )
      .default([])
      .describe('what happens meanwhile, each at its moment'),
    timeoutSeconds: z.int().positive().default(300).describe('after it the scenario has failed'),
    expect: Expectation.optional(),
  })
  .describe('A scenario for `contractor simulate`');
export type Scenario = z.infer<typeof Scenario>;
