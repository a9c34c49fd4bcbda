import { lines } from '../git/bare-repository.ts';
import type { Json } from '../payload/user.ts';
import { mayRead } from '../permissions.ts';
import { notFound, Refusal } from '../refusal.ts';
import { repositoryApiUrl, repositoryUrl, type World } from '../world.ts';
import type { Api, ApiContext } from './context.ts';

/** Files and directories of a commit. */
export function contentRoutes(api: Api, world: World): void {
  const answer = async (c: ApiContext) => {
    mayRead(world, c.get('actor'), 'contents');
    const path = (c.req.param('path') ?? '').replace(/\/$/, '');
    const ref = c.req.query('ref') ?? world.repository.defaultBranch;
    const commit = await world.git.commitNamed(ref.replace(/^refs\/(heads|tags)\//, ''));
    if (!commit) throw new Refusal(404, `No commit found for the ref ${ref}`);
    const object = path === '' ? undefined : await world.git.objectAt(commit, path);
    if (path === '' || object?.type === 'tree')
      return c.json(await listing(world, commit, path, ref));
    const bytes = await world.git.file(commit, path);
    const [entry] = await entries(world, commit, path);
    if (!bytes || !entry) throw notFound();
    if (/vnd\.github\.(v3\.)?raw/.test(c.req.header('accept') ?? '')) {
      return c.body(new Uint8Array(bytes), 200, {
        'content-type': 'application/vnd.github.raw+json',
      });
    }
    return c.json(filePayload(world, entry, bytes, ref));
  };
  api.get('/repos/:owner/:repo/contents', answer);
  api.get('/repos/:owner/:repo/contents/', answer);
  api.get('/repos/:owner/:repo/contents/:path{.+}', answer);
}

interface Entry {
  readonly type: string;
  readonly sha: string;
  readonly size: number;
  readonly path: string;
}

async function entries(world: World, commit: string, path: string): Promise<Entry[]> {
  const args = ['ls-tree', '-z', '--long', commit, ...(path === '' ? [] : [path])];
  const out = await world.git.run(args);
  return lines(out.replaceAll('\0', '\n')).map((line) => {
    const [meta = '', name = ''] = line.split('\t');
    const [mode = '', type = '', sha = '', size = ''] = meta.split(/\s+/);
    const kind =
      mode === '120000'
        ? 'symlink'
        : type === 'tree'
          ? 'dir'
          : type === 'blob'
            ? 'file'
            : 'submodule';
    return { type: kind, sha, size: Number(size) || 0, path: name };
  });
}

async function listing(world: World, commit: string, path: string, ref: string): Promise<Json[]> {
  const found = await entries(world, commit, path === '' ? '' : `${path}/`);
  return found.map((entry) => entryPayload(world, entry, ref));
}

function entryPayload(world: World, entry: Entry, ref: string): Json {
  const api = repositoryApiUrl(world);
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const url = `${api}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const gitUrl = `${api}/git/${entry.type === 'dir' ? 'trees' : 'blobs'}/${entry.sha}`;
  const page = `${repositoryUrl(world)}/${entry.type === 'dir' ? 'tree' : 'blob'}/${ref}/${path}`;
  return {
    name: entry.path.split('/').at(-1),
    path: entry.path,
    sha: entry.sha,
    size: entry.size,
    url,
    html_url: page,
    git_url: gitUrl,
    download_url: entry.type === 'dir' ? null : `${repositoryUrl(world)}/raw/${ref}/${path}`,
    type: entry.type,
    _links: { self: url, git: gitUrl, html: page },
  };
}

/** GitHub breaks the base64 into lines of 60; over 1 MB it sends none. */
function filePayload(world: World, entry: Entry, bytes: Buffer, ref: string): Json {
  const large = bytes.length > 1 << 20;
  const content = large ? '' : bytes.toString('base64').replace(/.{1,60}/g, '$&\n');
  const shown = entryPayload(world, entry, ref);
  return { ...shown, type: 'file', content, encoding: large ? 'none' : 'base64' };
}
