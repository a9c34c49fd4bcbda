import { createTracker } from '../src/adapters/github/tracker.ts';
import { startEmbeddedGitHub } from '../src/simulate/github/embedded-github.ts';
import type { Figure } from './support/figure.ts';

const MOST = 2;

/** How many requests one look at an issue with a hundred comments takes, besides one permission look-up a person. */
export async function requestsPerLook(): Promise<Figure[]> {
  const people = ['maya', 'olaf', 'tria'];
  await using github = await startEmbeddedGitHub({
    repository: { owner: 'acme', name: 'greet' },
    files: { 'README.md': '# Greet\n' },
    people: people.map((login) => ({ login, permission: 'write' })),
    issues: [
      {
        title: 'Greet by name',
        body: 'It must greet people by name.',
        author: 'maya',
        comments: Array.from({ length: 100 }, (_, n) => ({
          author: people[n % people.length] ?? 'maya',
          body: `Comment ${n}`,
        })),
      },
    ],
  });
  const tracker = createTracker({
    token: github.token(),
    apiUrl: github.apiUrl,
    graphqlUrl: github.graphqlUrl,
    owner: 'acme',
    repo: 'greet',
    clock: { now: () => new Date() },
  });
  const seen = await tracker.observe(1, {
    baseBranch: null,
    branch: 'contractor/issue-1',
    marker: '<!-- contractor:',
  });
  if (seen.comments.length !== 100) throw new Error('The look did not see every comment.');
  const lookUps = github.requests.filter(({ path }) => path.includes('/collaborators/'));
  const others = github.requests.length - lookUps.length;
  return [
    {
      what: 'requests of a look at 100 comments',
      value: `${others}, and ${lookUps.length} permission look-ups of ${people.length} people`,
      target: { text: `≤ ${MOST}`, met: others <= MOST && lookUps.length <= people.length },
    },
  ];
}
