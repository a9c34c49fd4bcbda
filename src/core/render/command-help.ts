import type { ContractCommand } from '../rules/request/commands.ts';

/** Every command with its form and what it does; shown for `/contract help`, and in docs/commands.md. */
export const COMMAND_HELP: Readonly<
  Record<Exclude<ContractCommand['name'], 'unknown'>, { form: string; does: string }>
> = {
  start: { form: '/contract', does: 'starts the task, or goes on after a preview' },
  preview: {
    form: '/contract preview',
    does: 'drafts and shows the contract; nothing is executed',
  },
  plan: { form: '/contract plan', does: 'shows contract and plan; nothing is executed' },
  approve: {
    form: '/contract approve [hash]',
    does: 'approves the contract that is shown; `approve plan [hash]` the plan',
  },
  amend: {
    form: '/contract amend <text>',
    does: 'changes what must be true; `AC-2: <text>` replaces a criterion, `remove AC-2` ends it',
  },
  adopt: {
    form: '/contract adopt <comment>',
    does: 'takes over what somebody without write access wrote: id or link, `body`, or `title`',
  },
  decide: { form: '/contract decide <n>', does: 'chooses an alternative of what was handed back' },
  status: { form: '/contract status', does: 'says where the task stands and why' },
  replan: {
    form: '/contract replan <reason>',
    does: 'tells the agent to plan anew; the contract stays',
  },
  verify: { form: '/contract verify', does: 'runs every check again, without earlier evidence' },
  resume: {
    form: '/contract resume',
    does: 'goes on after a stop or a handback; with ids, only with these nodes of the task graph',
  },
  stop: { form: '/contract stop', does: 'stops the task; nothing is lost' },
  help: { form: '/contract help', does: 'shows this' },
};

/** The commands as a Markdown list. */
export function helpLines(): string[] {
  return Object.values(COMMAND_HELP).map(({ form, does }) => `- \`${form}\`: ${does}`);
}
