import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltAction, buildAction } from './support/built-action.ts';

let action: BuiltAction;
beforeAll(async () => {
  action = await buildAction();
});
afterAll(() => action[Symbol.asyncDispose]());

const packagesOf = (modules: readonly string[]) =>
  new Set(modules.flatMap((id) => /node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(id)?.[1] ?? []));
const ours = (modules: readonly string[]) =>
  modules.flatMap((id) => /\/(src\/.*)$/.exec(id.replace(/^.*node_modules.*$/, ''))?.[1] ?? []);

describe('the bundle of the action', () => {
  it('leaves out what an Action never uses: the App, the queue, the embedded GitHub, the command line', () => {
    const never = [
      /^probot$/,
      /^pg-boss$/,
      /^@electric-sql\//,
      /^@?hono/,
      /^graphql$/,
      /^commander$/,
    ];
    const strays = [...packagesOf(action.modules)].filter((name) =>
      never.some((n) => n.test(name)),
    );
    expect(strays).toEqual([]);
    const files = ours(action.modules);
    expect(files.filter((file) => /^src\/(?:simulate|entry\/cli)/.test(file))).toEqual([]);
    expect(files).toContain('src/core/run/decide.ts');
  });

  it('loads nothing before its first request that the request does not need', () => {
    const octokit = [...packagesOf(action.eager)].filter((name) => !name.startsWith('@octokit/'));
    expect(octokit.toSorted()).toEqual([
      'before-after-hook',
      'content-type',
      'json-with-bigint',
      'universal-user-agent',
    ]);
    const rooms = new Set(ours(action.eager).map((file) => file.split('/').slice(0, 3).join('/')));
    expect([...rooms].filter((room) => room.startsWith('src/app')).toSorted()).toEqual([]);
    expect(ours(action.eager).filter((file) => file.startsWith('src/core/'))).toEqual([
      'src/core/catalogue.ts',
      'src/core/catalogue-error.ts',
    ]);
  });

  it('holds the parts that load when they are needed, each in a file of its own', () => {
    const eager = packagesOf(action.eager);
    for (const name of [
      '@actions/core',
      '@actions/github',
      'ai',
      'simple-git',
      '@secretlint/core',
      'zod',
      'yaml',
    ]) {
      expect([...packagesOf(action.modules)]).toContain(name);
      expect([...eager]).not.toContain(name);
    }
  });
});
