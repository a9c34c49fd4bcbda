// The room plan of the house (docs/architecture.md). Each rule says what it protects.
/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A file that needs its own user cannot be read, tested or moved alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-is-pure',
      comment: 'The core decides; it must not reach for I/O. Only pure libraries are allowed.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: {
        // crypto has a rule of its own, below.
        pathNot: [
          '^src/core/',
          '^crypto$',
          'node_modules/(zod|yaml|picomatch|markdown-it|canonicalize|@types)/',
        ],
      },
    },
    {
      name: 'crypto-only-in-digest',
      comment: 'One place computes digests, so that every hash means the same thing.',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '^src/core/digest\\.ts$' },
      to: { path: 'crypto', dependencyTypes: ['core'] },
    },
    {
      name: 'app-knows-ports-not-adapters',
      comment: 'Use cases talk to ports; entry/compose.ts chooses the adapters.',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: '^src/(adapters|entry|simulate)/' },
    },
    {
      name: 'adapters-know-no-app',
      comment: 'An adapter implements a port and nothing else.',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^src/(app|entry|simulate)/' },
    },
    {
      name: 'adapters-are-strangers',
      comment:
        'Adapters never import each other; process.ts and temporary-directory.ts are their shared tools.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: {
        path: '^src/adapters/',
        pathNot: ['^src/adapters/$1/', '^src/adapters/(process|temporary-directory)\\.ts$'],
      },
    },
    {
      name: 'one-place-starts-programs',
      comment: 'process.ts alone: an argument list, never a shell, never an inherited environment.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/adapters/process\\.ts$', '^src/simulate/'] },
      to: { path: '^(child_process|cluster)$', dependencyTypes: ['core'] },
    },
    {
      name: 'one-place-speaks-git-to-a-network',
      comment: 'simple-git under the environment and settings of trusted git (docs/adr/0003).',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/adapters/git/remote\\.ts$' },
      to: { path: 'node_modules/simple-git' },
    },
    {
      name: 'only-cli-simulates',
      comment: 'The Action and the App must not carry the embedded GitHub.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/simulate/', '^src/entry/cli'] },
      to: { path: '^src/simulate/' },
    },
    {
      name: 'simulate-through-compose',
      comment: 'The simulator runs the product as users do: through the composition root.',
      severity: 'error',
      from: { path: '^src/simulate/' },
      to: {
        path: '^src/(adapters|app|entry)/',
        pathNot: '^src/(entry/compose|adapters/temporary-directory)\\.ts$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
