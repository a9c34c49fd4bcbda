import { describe, expect, it } from 'vitest';
import {
  agentGlobs,
  reviewCandidate,
  reviewScope,
} from '../../../../src/core/rules/evidence/scope.ts';
import { Configuration } from '../../../../src/core/schema/configuration.ts';

const review = (
  paths: string[],
  inScope: string[] = [],
  outOfScope: string[] = [],
  protect: string[] = [],
) =>
  reviewScope(
    { inScope: [{ text: 'in', globs: inScope }], outOfScope: [{ text: 'out', globs: outOfScope }] },
    paths,
    Configuration.parse({ scope: { protect } }),
  );

describe('reviewScope', () => {
  it.each([
    ['no globs: everything is in', ['src/a.ts', '.env.example'], [], [], []],
    ['a file', ['src/a.ts', 'src/b.ts'], ['src/a.ts'], [], ['src/b.ts']],
    [
      'a directory means what is in it',
      ['src/cli/a/b.ts', 'src/x.ts'],
      ['src/cli/'],
      [],
      ['src/x.ts'],
    ],
    ['a glob', ['src/.hidden/a.ts', 'a.md'], ['src/**/*.ts'], [], ['a.md']],
    ['out of scope wins', ['src/api/a.ts', 'src/b.ts'], ['src/**'], ['src/api'], ['src/api/a.ts']],
    ['names with brackets', ['app/[id]/page.tsx'], ['app/**'], [], []],
  ])('%s', (_, paths, inScope, outOfScope, expected) =>
    expect(review(paths, inScope, outOfScope)).toEqual({ outOfScope: expected, protected: [] }),
  );

  it.each([
    '.github/workflows/ci.yml',
    '.GitHub/Workflows/CI.YML',
    '.github/actions/x/action.yml',
    '.github/contractor.yml',
    '.github/contractor.yaml',
  ])('%s is protected, even when the contract names it (threat 26)', (path) =>
    expect(review([path], [path, '**', '.github/**'])).toEqual({
      outOfScope: [path],
      protected: [path],
    }),
  );

  it.each([
    'AGENTS.md',
    'pkg/CLAUDE.md',
    'claude.md',
    '.mcp.json',
    '.claude/settings.json',
    'a/.cursor/rules/x',
  ])('%s is protected unless the contract names it (threat 22)', (path) => {
    expect(review([path], ['**']).protected).toEqual([path]);
    expect(review([path], [path])).toEqual({ outOfScope: [], protected: [] });
  });

  it('protects what the repository says', () =>
    expect(review(['Infra/a.tf', 'src/a.ts'], ['**'], [], ['infra/**']).protected).toEqual([
      'Infra/a.tf',
    ]));

  it('does not mistake a name that only looks alike', () =>
    expect(
      review(['docs/AGENTS.md.txt', 'src/claude.ts', '.github/ISSUE_TEMPLATE/a.yml']).protected,
    ).toEqual([]));
});

it('stop rules leave out the agent files that the scope names', () => {
  expect(agentGlobs(['AGENTS.md'])).not.toContain('**/AGENTS.md');
  expect(agentGlobs(['src/**'])).toContain('**/AGENTS.md');
});

describe('reviewCandidate', () => {
  const contract = { inScope: [{ text: 'in', globs: ['src/**'] }], outOfScope: [] };
  it.each([
    ['ours', [], ['notes.txt'], []],
    ['what a person brought', ['notes.txt', 'src/a.ts'], [], ['notes.txt']],
    ['what a person brought elsewhere', ['other.txt'], ['notes.txt'], []],
  ])('tells %s outside the scope apart', (_, takenOver, outOfScope, theirs) => {
    const change = { changedPaths: ['notes.txt', 'src/a.ts'], takenOver };
    expect(reviewCandidate(contract, change, Configuration.parse({}))).toEqual({
      outOfScope,
      takenOver: theirs,
    });
  });
});
