import { Command } from 'commander';
import { CatalogueError } from '../core/catalogue-error.ts';
import { logWords } from '../core/rules/text/neutralise.ts';
import { EXIT } from './cli/exit-codes.ts';
import { printError } from './cli/print.ts';
import { harnessVersion } from './harness-version.ts';

/*
 * Every command is loaded when it is asked for: `--help` must not wait for a model SDK, and only `simulate` and `demo`
 * carry the embedded GitHub.
 */
const program = new Command('contractor')
  .description(
    'Turns a GitHub issue into a task contract, lets an agent work on it, verifies every criterion itself on the very commit it delivers, and opens a pull request with a completion record that anyone can check again.',
  )
  .version(harnessVersion())
  .showHelpAfterError('(contractor <command> --help says more)')
  .addHelpText(
    'after',
    `
Try it, without a token and without the network:
  $ contractor demo                                      the main job on an embedded GitHub
  $ contractor simulate examples/scenarios/*.yaml        every shipped scenario, each with what it expects
  $ contractor lint issue.md                             what an issue lacks before work can begin
  $ contractor audit demo-out/completion.json            is the record consistent?

With a repository of yours (GITHUB_TOKEN or --token):
  $ contractor preview octo/app#12                       the contract of an issue; nothing is executed
  $ contractor run octo/app#12                           one look at the issue, here instead of in Actions
  $ contractor status octo/app#12                        what was asked, found, verified, and why it stands there

Exit codes:
  0  done, as expected
  1  a gap: not delivered, not as expected, a record that is not consistent
  2  bad input: an option, a file, a scenario, a token`,
  );

// Before the commands are made, which inherit it.
program.exitOverride((error) => {
  // commander has printed its message; help and version are no errors.
  process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.badInput);
});

program
  .command('demo')
  .description('run the main job on an embedded GitHub and write what came of it')
  .option(
    '--out <directory>',
    'where to write contract versions, plan, record, issue, pull request',
    'demo-out',
  )
  .action(async (options) => (await import('./cli/demo.ts')).demo(options));

program
  .command('simulate')
  .description('run the whole product on an embedded GitHub, from scenario files')
  .argument('<scenario...>', 'YAML files; schemas/scenario.json describes them')
  .option('--json', 'print the results as JSON and nothing else')
  .option(
    '--out <directory>',
    'write what came of it there; of several scenarios, each in a directory of its own',
  )
  .addHelpText(
    'after',
    `
A scenario holds a repository, people and their roles, contractor.yml, an issue, what a scripted model answers, what
happens meanwhile (comments, edits, pushes, crashes, failing requests) at named moments, and what must come of it.
Exits with 1 when an expectation does not hold, with 2 when a scenario is wrong (file, line and field are named).`,
  )
  .action(async (files, options) => (await import('./cli/simulate.ts')).simulate(files, options));

program
  .command('audit')
  .description('check a completion record, offline')
  .argument('<file>', 'completion.json of a run')
  .option(
    '--rerun',
    'run the checks again, on base and on a clean checkout of the delivered commit',
  )
  .option(
    '--repository <directory>',
    'a clone that holds the commit, for --rerun and for the ledger',
    '.',
  )
  .option('--sandbox <level>', 'least isolation for the rerun (S0 to S3)', 'S3')
  .option('--json', 'print the findings as JSON')
  .addHelpText(
    'after',
    `
Without --rerun a record can only be called consistent: whoever recomputed every hash of a forged one gets that too.
With --rerun it is called verified when the checks say again, on that commit, what the record says they said.
Exits with 1 on any gap, with 2 when the file is no JSON.`,
  )
  .action(async (file, options) => (await import('./cli/audit.ts')).audit(file, options));

const onGitHub = (command: Command) =>
  command
    .option('--token <token>', 'token for the repository (default: GITHUB_TOKEN or GH_TOKEN)')
    .option('--api-url <url>', 'REST root (default: GITHUB_API_URL, else https://api.github.com)')
    .option(
      '--server-url <url>',
      'where people see the repository (default: GITHUB_SERVER_URL, else https://github.com)',
    )
    .option(
      '--state-directory <directory>',
      'where clone and worktrees are kept (default: ~/.local/state/contractor)',
    );

onGitHub(program.command('run'))
  .description('look at an issue and move it forward, here and now')
  .argument('<issue>', 'owner/repository#number')
  .option('--sandbox <level>', 'least isolation instead of the configured one (S0 to S3)')
  .option('--log <file>', 'append a JSON line for each turn (docs/turn-log.md)')
  .addHelpText(
    'after',
    `
Your word on the console starts the task; the model and its key are those of .github/contractor.yml and of the
environment (ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, CONTRACTOR_MODEL_KEY).
Exits with 0 when delivered, waiting for approval, settled, or with nothing to do; else with 1.`,
  )
  .action(async (issue, options) => (await import('./cli/run.ts')).run(issue, options));

onGitHub(program.command('preview'))
  .description('draft and lint the contract of an issue; executes and writes nothing')
  .argument(
    '<issue>',
    'owner/repository#number, or a Markdown file: title on the first line, then the body',
  )
  .option('--repository <directory>', 'for a file: the clone whose checks are discovered', '.')
  .option('--plan', 'ask the planner, too, and show its plan')
  .option('--json', 'print contract and findings as JSON')
  .addHelpText(
    'after',
    '\nExits with 1 when the contract could not be worked without a person’s answer.',
  )
  .action(async (issue, options) => (await import('./cli/preview.ts')).preview(issue, options));

onGitHub(program.command('lint'))
  .description(
    'what an issue lacks before work can begin, told by rules alone; runs and writes nothing',
  )
  .argument(
    '<issue>',
    'owner/repository#number or its address, or a Markdown file: title on the first line, then the body',
  )
  .option(
    '--repository <directory>',
    'for a file: a clone whose checks are discovered (default: here, if it is one)',
  )
  .option('--json', 'print the findings as JSON')
  .addHelpText(
    'after',
    `
Each finding names its rule, its place and how to mend it. Needs no model, and for a file no token and no network.
Exits with 1 when a person would be asked before work begins, with 0 when only hints are left, with 2 on bad input.`,
  )
  .action(async (issue, options) => (await import('./cli/lint.ts')).lint(issue, options));

onGitHub(program.command('status'))
  .description('what was asked, what was found, what is verified where, and why it stands there')
  .argument('<issue>', 'owner/repository#number, or a ledger file (ledger.jsonl)')
  .option('--json', 'print the state as JSON')
  .option('--events', 'list every event of the ledger too')
  .action(async (issue, options) => (await import('./cli/status.ts')).status(issue, options));

const checkpoint = program
  .command('checkpoint')
  .description('what was recorded after each step of the work: list, show, compare, bring back')
  .addHelpText(
    'after',
    `
A task is owner/repository#number: its checkpoints are those of the ledger, CP-1, CP-2 …, brought from this disk or from
refs/contractor/<issue>/checkpoints. A directory is a state directory of this machine: everything that was recorded in
it, by worktree and number (issue-7-1a2b3c4d5e6f/3), without a token or the network.`,
  );
const TASK = 'owner/repository#number, or a state directory';

onGitHub(checkpoint.command('list'))
  .description('all checkpoints, oldest first, and where each can be had')
  .argument('<task>', TASK)
  .option('--json', 'print them as JSON')
  .action(async (task, options) => (await import('./cli/checkpoint.ts')).list(task, options));

onGitHub(checkpoint.command('show'))
  .description('one checkpoint: what led to it, what it holds, and what it leaves out')
  .argument('<task>', TASK)
  .argument('<checkpoint>', 'CP-3, or worktree/3')
  .option('--json', 'print the record as JSON')
  .action(async (task, id, options) =>
    (await import('./cli/checkpoint.ts')).show(task, id, options),
  );

onGitHub(checkpoint.command('diff'))
  .description('what changed between two checkpoints, as a patch')
  .argument('<task>', TASK)
  .argument(
    '<from>',
    'a checkpoint; alone, what it differs in from the commit that work started from',
  )
  .argument('[to]', 'a later one')
  .option('--names', 'print paths only')
  .action(async (task, from, to, options) =>
    (await import('./cli/checkpoint.ts')).diff(task, from, to, options),
  );

onGitHub(checkpoint.command('restore'))
  .description('bring the worktree back to a checkpoint, or write its files elsewhere')
  .argument('<task>', TASK)
  .argument('<checkpoint>', 'CP-3, or worktree/3')
  .option('--to <directory>', 'write the files there (missing or empty) and touch no worktree')
  .addHelpText(
    'after',
    `
Without --to it is the worktree under the state directory: what is there is recorded first, so that it can be undone;
ignored files stay. The next run goes on from what stands there then.`,
  )
  .action(async (task, id, options) =>
    (await import('./cli/checkpoint.ts')).restore(task, id, options),
  );

const contract = program
  .command('contract')
  .description('a contract as YAML, the form in which people read and write one');

onGitHub(contract.command('export'))
  .description('print the contract in force of a task')
  .argument('<issue>', 'owner/repository#number, or a ledger file (ledger.jsonl)')
  .option('--contract-version <n>', 'an earlier version instead')
  .action(async (issue, options) =>
    (await import('./cli/contract.ts')).exportContract(issue, options),
  );

contract
  .command('check')
  .description('read a contract file and say what is wrong with it, by file, line and field')
  .argument('<file>', 'contract.yaml')
  .option('--base-sha <sha>', 'what a base_sha with an ellipsis, or none, stands for')
  .option('--json', 'print contract, hash and findings as JSON')
  .addHelpText(
    'after',
    '\nExits with 1 when a finding needs a person’s answer, with 2 when the file is no contract.',
  )
  .action(async (file, options) =>
    (await import('./cli/contract.ts')).checkContract(file, options),
  );

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CatalogueError)) throw error;
  printError(`${error.code}: ${logWords(error.message, 2000)}`);
  printError(logWords(error.remedy, 1000));
  process.exitCode = error.infrastructure ? EXIT.gap : EXIT.badInput;
}
