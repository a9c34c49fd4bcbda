import type { GitHubContext } from './context.ts';
import { orNull } from './errors.ts';

/** Every state label begins so; at most one of them is on an issue. */
const STATE_PREFIX = 'contractor: ';

/** Puts this state label on the issue (GitHub creates it on the fly) and takes other state labels off. */
export async function setStateLabel(
  context: GitHubContext,
  issue: number,
  label: string | null,
): Promise<void> {
  const { client, owner, repo } = context;
  const at = { owner, repo, issue_number: issue };
  const wanted = label === null ? null : stateName(label);
  const { data } = await client.request('GET /repos/{owner}/{repo}/issues/{issue_number}/labels', {
    ...at,
    per_page: 100,
  });
  const present = data.map(({ name }) => name);
  if (wanted !== null && !present.some((name) => same(name, wanted))) {
    await client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
      ...at,
      labels: [wanted],
    });
  }
  for (const name of present) {
    if (!isState(name) || (wanted !== null && same(name, wanted))) continue;
    await orNull(
      client.request('DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}', {
        ...at,
        name,
      }),
    );
  }
}

/** Numbers of the open issues that carry the label or one of our state labels, ascending. */
export async function openTasks(context: GitHubContext, label: string): Promise<number[]> {
  const names = [label, ...(await stateLabels(context))];
  const found = new Set<number>();
  for (const name of names) {
    for (const number of await issuesLabelled(context, name)) found.add(number);
  }
  return [...found].sort((a, b) => a - b);
}

async function stateLabels(context: GitHubContext): Promise<string[]> {
  const { client, owner, repo } = context;
  const labels = await everyPage((page) =>
    client
      .request('GET /repos/{owner}/{repo}/labels', { owner, repo, per_page: 100, page })
      .then(({ data }) => data),
  );
  return labels.map(({ name }) => name).filter(isState);
}

async function issuesLabelled(context: GitHubContext, label: string): Promise<number[]> {
  const { client, owner, repo } = context;
  const issues = await everyPage((page) =>
    client
      .request('GET /repos/{owner}/{repo}/issues', {
        owner,
        repo,
        // A comma separates names in this parameter, so no name with one can be asked for.
        labels: label,
        state: 'open',
        per_page: 100,
        page,
      })
      .then(({ data }) => data),
  );
  // The endpoint lists pull requests as issues too.
  return issues.filter((issue) => issue.pull_request === undefined).map(({ number }) => number);
}

async function everyPage<T>(read: (page: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const items = await read(page);
    all.push(...items);
    if (items.length < 100) return all;
  }
}

function stateName(label: string): string {
  return isState(label) ? label : `${STATE_PREFIX}${label}`;
}

function isState(name: string): boolean {
  return name.toLowerCase().startsWith(STATE_PREFIX);
}

/** Label names differ by more than case, or they are the same label. */
function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
