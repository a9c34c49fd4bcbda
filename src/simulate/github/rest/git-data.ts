import { createRef, deleteRef, updateRef } from '../actions/refs.ts';
import { lines } from '../git/bare-repository.ts';
import { readCommit, readCommits } from '../git/commit-object.ts';
import { diffFiles } from '../git/diff.ts';
import { nodeId } from '../node-id.ts';
import { commitPayload, fileDiffPayload, gitCommitPayload } from '../payload/commit.ts';
import { mayRead } from '../permissions.ts';
import { notFound, Refusal } from '../refusal.ts';
import { repositoryApiUrl, repositoryUrl, type World } from '../world.ts';
import { type Api, type ApiContext, input, page } from './context.ts';

const repo = '/repos/:owner/:repo';

/** Refs, commits, branches and comparisons, read from the repository itself. */
export function gitDataRoutes(api: Api, world: World): void {
  const shown = (ref: string, sha: string) => ({
    ref,
    node_id: nodeId('Ref', ref),
    url: `${repositoryApiUrl(world)}/git/${ref}`,
    object: { sha, type: 'commit', url: `${repositoryApiUrl(world)}/git/commits/${sha}` },
  });
  const named = (c: ApiContext) => `refs/${c.req.param('ref')}`;
  api.get(`${repo}/git/ref/:ref{.+}`, async (c) => {
    mayRead(world, c.get('actor'), 'contents');
    await refuseEmpty(world);
    const sha = await world.git.resolve(named(c));
    if (!sha) throw notFound();
    return c.json(shown(named(c), sha));
  });
  api.get(`${repo}/git/matching-refs/:ref{.+}`, async (c) => {
    mayRead(world, c.get('actor'), 'contents');
    const all = [...(await world.git.refs())].filter(([ref]) => ref.startsWith(named(c)));
    return c.json(page(c, all).items.map(([ref, sha]) => shown(ref, sha)));
  });
  api.post(`${repo}/git/refs`, async (c) => {
    const body = await input(c);
    const { ref, sha } = await createRef(world, c.get('actor'), body.ref, body.sha);
    return c.json(shown(ref, sha), 201);
  });
  api.patch(`${repo}/git/refs/:ref{.+}`, async (c) => {
    const { sha, force } = await input(c);
    const moved = await updateRef(world, c.get('actor'), named(c), sha, force === true);
    return c.json(shown(moved.ref, moved.sha));
  });
  api.delete(`${repo}/git/refs/:ref{.+}`, async (c) => {
    await deleteRef(world, c.get('actor'), named(c));
    return c.body(null, 204);
  });
  api.get(`${repo}/git/commits/:sha`, async (c) => {
    mayRead(world, c.get('actor'), 'contents');
    const sha = await world.git.resolve(c.req.param('sha'));
    if (!sha) throw notFound();
    return c.json(gitCommitPayload(world, await readCommit(world.git, sha)));
  });
  commitRoutes(api, world);
  branchRoutes(api, world);
}

function commitRoutes(api: Api, world: World): void {
  api.get(`${repo}/commits`, async (c) => {
    mayRead(world, c.get('actor'), 'contents');
    await refuseEmpty(world);
    const { sha = world.repository.defaultBranch, path } = c.req.query();
    const from = await world.git.commitNamed(sha);
    if (!from) throw notFound();
    const all = await world.git.run(['rev-list', from, ...(path ? ['--', path] : [])]);
    const commits = await readCommits(world.git, page(c, lines(all)).items);
    return c.json(commits.map((commit) => commitPayload(world, commit)));
  });
  api.get(`${repo}/commits/:ref{.+}`, async (c) => {
    mayRead(world, c.get('actor'), 'contents');
    await refuseEmpty(world);
    const sha = await world.git.commitNamed(c.req.param('ref'));
    if (!sha) throw new Refusal(422, `No commit found for SHA: ${c.req.param('ref')}`);
    const commit = await readCommit(world.git, sha);
    const files = await diffFiles(world.git, commit.parents[0], sha);
    const additions = files.reduce((sum, file) => sum + file.additions, 0);
    const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
    return c.json({
      ...commitPayload(world, commit),
      stats: { total: additions + deletions, additions, deletions },
      files: files.map((file) => fileDiffPayload(world, sha, file)),
    });
  });
  api.get(`${repo}/compare/:basehead{.+}`, async (c) => {
    mayRead(world, c.get('actor'), 'contents');
    const [from = '', to = ''] = c.req.param('basehead').split('...');
    return c.json(await comparison(world, c, from, to));
  });
}

/** https://docs.github.com/rest/commits/commits#compare-two-commits */
async function comparison(world: World, c: ApiContext, from: string, to: string) {
  const [base, head] = await Promise.all([world.git.commitNamed(from), world.git.commitNamed(to)]);
  if (!base || !head) throw notFound();
  const common = await world.git.mergeBase(base, head);
  if (!common) throw notFound();
  const [ahead, behind, files] = await Promise.all([
    world.git.commitsBetween(base, head),
    world.git.commitsBetween(head, base),
    diffFiles(world.git, common, head),
  ]);
  const [baseCommit, commonCommit] = await readCommits(world.git, [base, common]);
  const commits = await readCommits(world.git, page(c, ahead).items);
  const behindWord = ahead.length > 0 ? 'diverged' : 'behind';
  const aheadWord = ahead.length > 0 ? 'ahead' : 'identical';
  const name = `${from}...${to}`;
  const page_ = `${repositoryUrl(world)}/compare/${name}`;
  return {
    url: `${repositoryApiUrl(world)}/compare/${name}`,
    html_url: page_,
    permalink_url: page_,
    diff_url: `${page_}.diff`,
    patch_url: `${page_}.patch`,
    base_commit: baseCommit && commitPayload(world, baseCommit),
    merge_base_commit: commonCommit && commitPayload(world, commonCommit),
    status: behind.length > 0 ? behindWord : aheadWord,
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: commits.map((commit) => commitPayload(world, commit)),
    files: files.map((file) => fileDiffPayload(world, head, file)),
  };
}

function branchRoutes(api: Api, world: World): void {
  const api_ = () => repositoryApiUrl(world);
  api.get(`${repo}/branches`, async (c) => {
    mayRead(world, c.get('actor'), 'contents');
    const branches = [...(await world.git.refs('refs/heads/'))];
    const shown = page(c, branches).items.map(([ref, sha]) => {
      const name = ref.slice('refs/heads/'.length);
      const isProtected = world.repository.protectedBranches.has(name);
      return { name, commit: { sha, url: `${api_()}/commits/${sha}` }, protected: isProtected };
    });
    return c.json(shown);
  });
  api.get(`${repo}/branches/:name{.+}`, async (c) => {
    mayRead(world, c.get('actor'), 'contents');
    const name = c.req.param('name');
    const sha = await world.git.resolve(`refs/heads/${name}`);
    if (!sha) throw new Refusal(404, 'Branch not found');
    const isProtected = world.repository.protectedBranches.has(name);
    const self = `${api_()}/branches/${name}`;
    const checks = {
      enforcement_level: isProtected ? 'everyone' : 'off',
      contexts: [],
      checks: [],
    };
    return c.json({
      name,
      commit: commitPayload(world, await readCommit(world.git, sha)),
      _links: { self, html: `${repositoryUrl(world)}/tree/${name}` },
      protected: isProtected,
      protection: { enabled: isProtected, required_status_checks: checks },
      protection_url: `${self}/protection`,
    });
  });
}

/** @throws Refusal 409 where the repository has no commits yet */
async function refuseEmpty(world: World): Promise<void> {
  if ((await world.git.refs('refs/heads/')).size > 0) return;
  throw new Refusal(409, 'Git Repository is empty.');
}
