import { digestText } from '../../src/core/digest.ts';
import type { Observation } from '../../src/core/schema/observation.ts';
import { BODY } from './model-drafting.ts';
import { BASE, BOT, MAINTAINER, OUTSIDER, type World } from './world.ts';

const ACTORS = { maintainer: MAINTAINER, outsider: OUTSIDER, bot: BOT };

/** What one look at the modelled GitHub shows. */
export function observationOf(world: World, at: string, marker: string): Observation {
  const pull = world.pulls.at(-1) ?? null;
  const own = world.comments.find((c) => c.author === 'bot' && c.body.startsWith(marker));
  return {
    at,
    repository: 'acme/tool',
    viewer: BOT,
    issue: {
      number: 1,
      kind: 'issue',
      state: world.issue,
      locked: false,
      labels: ['contractor'],
      assignees: [],
      requests: [{ kind: 'labeled', name: 'contractor', by: MAINTAINER, at }],
      title: 'JSON output',
      titleEditor: null,
      text: { body: BODY, author: MAINTAINER, editor: null, editorKnown: true, editedAt: null },
    },
    comments: world.comments.map((c) => ({
      id: c.id,
      place: 'issue',
      createdAt: at,
      hidden: false,
      body: c.body,
      author: ACTORS[c.author],
      editor: null,
      editorKnown: true,
      editedAt: null,
    })),
    roles: { 1: world.role, 2: 'read' },
    base: { branch: 'main', sha: BASE },
    branch: { name: 'contractor/issue-1', head: world.branch },
    pullRequest: pull && {
      number: pull.number,
      state: pull.state,
      head: world.branch ?? BASE,
      draft: pull.draft,
      ours: pull.body.startsWith(marker),
      recordHead: pull.describes,
    },
    commentMarker: own ? { id: own.id, digest: digestText(own.body) } : null,
  };
}
