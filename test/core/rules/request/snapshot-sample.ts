import { takeSnapshot } from '../../../../src/core/rules/request/snapshot.ts';
import type { Actor, Role } from '../../../../src/core/schema/actor.ts';
import type { Observation, SeenComment } from '../../../../src/core/schema/observation.ts';
import type { Snapshot } from '../../../../src/core/schema/snapshot.ts';

export const MAINTAINER: Actor = { id: 1, login: 'mona', kind: 'person' };
export const OUTSIDER: Actor = { id: 2, login: 'olaf', kind: 'person' };
export const TRIAGER: Actor = { id: 3, login: 'tria', kind: 'person' };
export const APP: Actor = { id: 900, login: 'helper[bot]', kind: 'app' };

const ROLES: Record<string, Role> = {
  '1': 'write',
  '2': 'read',
  '3': 'triage',
  '900': 'none',
};

export interface IssueSample {
  title?: string;
  body?: string;
  author?: Actor;
  bodyEditor?: Actor | null;
  comments?: Partial<SeenComment>[];
  roles?: Record<string, Role>;
}

/** What a look at a small issue sees. */
export function observationOf(issue: IssueSample = {}): Observation {
  const author = issue.author ?? MAINTAINER;
  return {
    at: '2026-01-02T03:04:05Z',
    repository: 'acme/tools',
    viewer: { id: 41, login: 'github-actions[bot]', kind: 'bot' },
    issue: {
      number: 7,
      kind: 'issue',
      state: 'open',
      locked: false,
      labels: [],
      assignees: [],
      requests: [],
      title: issue.title ?? 'Add --json to users list',
      titleEditor: null,
      text: {
        body: issue.body ?? 'It must print JSON.',
        author,
        editor: issue.bodyEditor ?? null,
        editorKnown: true,
        editedAt: null,
      },
    },
    comments: (issue.comments ?? []).map((comment, index) => ({
      id: 100 + index,
      place: 'issue',
      createdAt: '2026-01-02T03:04:05Z',
      hidden: false,
      body: 'A comment.',
      author: MAINTAINER,
      editor: null,
      editorKnown: true,
      editedAt: null,
      ...comment,
    })),
    roles: issue.roles ?? ROLES,
    base: { branch: 'main', sha: 'a'.repeat(40) },
    branch: { name: 'contractor/issue-7', head: null },
    pullRequest: null,
    commentMarker: null,
  } as Observation;
}

/** A snapshot of it, with nothing adopted and no comment of ours. */
export function snapshotOf(
  issue: IssueSample = {},
  options: Partial<Parameters<typeof takeSnapshot>[1]> = {},
): Snapshot {
  return takeSnapshot(observationOf(issue), {
    ownComments: [],
    adopted: [],
    allow: [],
    ...options,
  });
}
