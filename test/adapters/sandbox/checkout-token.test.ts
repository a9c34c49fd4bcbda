import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.ts';
import { serveHttp } from '../git/support/http-remote.ts';
import { adaptersFor, makeRemote, naiveGit, scratch } from '../git/support/repositories.ts';
import { describeConfined, requireBubblewrap } from './needs-bubblewrap.ts';

const TOKEN = 'ghs_tokenOfTheCheckout';
const BASIC = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');

describeConfined('the token of a checkout (row 15)', () => {
  beforeAll(requireBubblewrap);
  const sandbox = () => chooseSandbox({ asked: 'S3', caller: { PATH: process.env.PATH } });
  /** Files below a directory in which a program inside finds the token, in either form. */
  const findIn = async (root: string): Promise<string[]> => {
    const argv = [
      'grep',
      '-rlaE',
      `${TOKEN}|${BASIC}`,
      root,
      '/tmp',
      '/home',
      '/etc',
      '/proc/1/environ',
      '/proc/self/environ',
    ];
    const place = { root, cwd: '.', timeoutSeconds: 20, network: 'none', variables: {} } as const;
    const { output } = await sandbox().run({ ...place, argv });
    const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('grep:'));
    return [...new Set(lines)];
  };

  it('lasts in a checkout that persists it, and in no file of ours', async () => {
    const remote = makeRemote({ 'a.txt': 'a\n' });
    const { origin } = await serveHttp(remote.path, ({ authorization }) =>
      authorization === `Basic ${BASIC}`
        ? null
        : { status: 401, headers: { 'www-authenticate': 'Basic' } },
    );
    const url = `${origin}/remote.git`;

    // As a checkout with persisted credentials leaves it.
    const careless = join(scratch(), 'careless');
    const header = `http.${origin}/.extraheader`;
    naiveGit('/', ['clone', '-q', remote.path, careless]);
    naiveGit(careless, ['config', header, `AUTHORIZATION: basic ${BASIC}`]);
    expect(await findIn(careless)).toEqual([join(careless, '.git/config')]);

    const { workspace, stateDirectory } = adaptersFor({ url }, { token: TOKEN });
    const head = (await workspace.fetch('main')) ?? '';
    const worktree = await workspace.openWorktree('run-1', head);
    const { tree } = await worktree.checkpoint();
    const sha = await workspace.commit({
      tree,
      parent: head,
      message: 'm',
      at: '2024-01-01T00:00:00Z',
    });
    expect(await workspace.push({ branch: 'out', sha, lease: null })).toEqual({ pushed: true });
    expect(await findIn(worktree.path)).toEqual([]);
    // Not even where no program in a sandbox gets: our clone, the shadow repositories, everything we keep.
    expect(await findIn(stateDirectory)).toEqual([]);
  });
});
