import { z } from 'zod';
import { Budgets } from './contract.ts';
import { HostGrant } from './host-grant.ts';
import { PlanFirst, PlanningMode } from './mode-choice.ts';

const Argv = z.array(z.string()).min(1);
const Endpoint = z.url().nullable().default(null);
const Dollars = z.number().nonnegative();

/** US dollars for a million tokens; what is left out costs as much as fresh input, so that a budget fails closed. */
export const ConfiguredPrice = z.strictObject({
  input: Dollars,
  cached: Dollars.optional().describe('input read from the provider’s cache'),
  cacheWrite: Dollars.optional().describe('input written to it'),
  output: Dollars,
});
export type ConfiguredPrice = z.infer<typeof ConfiguredPrice>;

/**
 * What a label adds to a contract. Labels are set by people with triage rights, so a template can add and tighten and
 * never take away.
 */
export const ContractTemplate = z.strictObject({
  constraints: z.array(z.string().min(1).max(2000)).default([]),
  checks: z.array(Argv).default([]).describe('commands (argv lists) that must pass'),
  outOfScope: z
    .array(
      z.strictObject({ text: z.string().min(1).max(1000), globs: z.array(z.string()).default([]) }),
    )
    .default([]),
  stopRules: z
    .array(z.strictObject({ text: z.string().min(1).max(1000), globs: z.array(z.string()).min(1) }))
    .default([])
    .describe('the task halts when the change touches one of the paths'),
  approval: z.enum(['required']).optional().describe('a person must approve every such contract'),
});
export type ContractTemplate = z.infer<typeof ContractTemplate>;

/** `.github/contractor.yml` on the base branch. Every key is optional; an unknown key is an error with its line. */
export const Configuration = z
  .strictObject({
    trigger: z
      .strictObject({
        label: z.string().min(1).max(50).default('contractor').describe('label that starts a task'),
        assignee: z
          .string()
          .nullable()
          .default(null)
          .describe(
            'login whose assignment starts a task: a machine user’s (an App cannot be assigned)',
          ),
      })
      .prefault({}),
    approval: z
      .enum(['required', 'when-incomplete', 'never'])
      .default('when-incomplete')
      .describe('when a person must approve the contract before any work'),
    branches: z
      .strictObject({
        base: z
          .string()
          .nullable()
          .default(null)
          .describe('integration target; null: the default branch'),
        prefix: z
          .string()
          .regex(/^[\w./-]+$/)
          .default('contractor/'),
      })
      .prefault({}),
    models: z
      .strictObject({
        draft: z.string().nullable().default(null).describe('provider/name, or null: rules alone'),
        plan: z
          .string()
          .nullable()
          .default(null)
          .describe('provider/name of the planner; null: the model that works'),
        execute: z.string().nullable().default(null),
        review: z.string().nullable().default(null),
        baseUrl: z.url().nullable().default(null).describe('endpoint for openai-compatible models'),
        endpoints: z
          .strictObject({
            anthropic: Endpoint,
            openai: Endpoint,
            google: Endpoint,
            github: Endpoint,
          })
          .prefault({})
          .describe('other endpoints than the providers’ own: a gateway'),
        retries: z
          .int()
          .min(0)
          .max(10)
          .default(3)
          .describe('times one call is made again after 429, 5xx or a broken answer'),
        longestWaitSeconds: z
          .number()
          .min(0)
          .max(600)
          .default(90)
          .describe('longest wait before such a try; a server that asks for more ends the run'),
        silenceSeconds: z
          .number()
          .min(1)
          .max(3600)
          .default(180)
          .describe(
            'longest silence of a provider, before its answer and within it; then it is asked again',
          ),
        contextTokens: z
          .int()
          .min(4000)
          .nullable()
          .default(null)
          .describe('context window of models.execute; null: as known for the model, else 128,000'),
      })
      .prefault({}),
    mode: z
      .enum(['auto', ...PlanningMode.options])
      .default('auto')
      .describe('how work is planned; a label like contractor:reactive goes before it'),
    graph: z
      .strictObject({
        parallel: z
          .int()
          .min(1)
          .max(16)
          .default(2)
          .describe('nodes of a task graph at work at once'),
        attempts: z.int().min(1).max(10).default(2).describe('of one node before it is blocked'),
      })
      .prefault({}),
    planFirst: PlanFirst.prefault({}).describe('when a planner makes a plan before any work'),
    environment: z
      .strictObject({
        setup: z
          .array(z.array(z.string()).min(1))
          .nullable()
          .default(null)
          .describe('commands (argv lists) instead of the discovered set-up'),
        variables: z.record(z.string(), z.string()).default({}),
      })
      .prefault({}),
    checks: z
      .array(z.array(z.string()).min(1))
      .nullable()
      .default(null)
      .describe('commands (argv lists) that guard every contract, instead of the discovered ones'),
    scope: z
      .strictObject({
        protect: z
          .array(z.string())
          .default([])
          .describe('globs no task may touch, besides .github/workflows and this file'),
      })
      .prefault({}),
    sandbox: z
      .strictObject({
        level: z.enum(['S0', 'S1', 'S2', 'S3']).default('S3').describe('below it the run stops'),
        hosts: z
          .array(HostGrant)
          .max(100)
          .default([])
          .describe('hosts that the agent’s commands and the checks may reach'),
        setup: z
          .enum(['open', 'granted'])
          .default('open')
          .describe('what the set-up may reach: everything, or `hosts` alone'),
      })
      .prefault({}),
    templates: z
      .record(z.string().min(1).max(50), ContractTemplate)
      .default({})
      .describe('what every contract of an issue with this label holds besides; only ever adds'),
    budgets: Budgets.partial().strict().prefault({}),
    prices: z
      .record(z.string().min(1).max(200), ConfiguredPrice)
      .default({})
      .describe('by model id or its beginning, before the built-in table'),
    allow: z
      .array(z.int().positive())
      .default([])
      .describe('numeric ids of Apps that may start, amend and approve like a writer'),
  })
  .describe('Configuration of Contractor in one repository');
export type Configuration = z.infer<typeof Configuration>;
