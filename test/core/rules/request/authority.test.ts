import { describe, expect, it } from 'vitest';
import {
  effectiveRole,
  isAuthorised,
  mayDo,
} from '../../../../src/core/rules/request/authority.ts';
import { type Actor, Role, type Verb } from '../../../../src/core/schema/actor.ts';
import { APP, MAINTAINER, snapshotOf } from './snapshot-sample.ts';

/** Least role first; everything from there on may. Written out so that the code’s table has a second witness. */
const EXPECTED: Record<Verb, Role[]> = {
  start: ['write', 'maintain', 'admin'],
  amend: ['write', 'maintain', 'admin'],
  approve: ['write', 'maintain', 'admin'],
  decide: ['write', 'maintain', 'admin'],
  stop: ['triage', 'write', 'maintain', 'admin'],
  ask: ['read', 'triage', 'write', 'maintain', 'admin'],
};

const cells = Object.entries(EXPECTED).flatMap(([verb, allowed]) =>
  Role.options.map((role) => [verb as Verb, role, allowed.includes(role)] as const),
);

describe('verb × role (threat 3)', () => {
  it.each(cells)('%s as %s: %s', (verb, role, allowed) =>
    expect(mayDo(verb, MAINTAINER, role, [])).toBe(allowed),
  );
});

describe('who is not a person', () => {
  const verbs = Object.keys(EXPECTED) as Verb[];
  it.each(verbs)(
    'an App may %s when its numeric id is allowed, and only then (threat 5)',
    (verb) => {
      expect(mayDo(verb, APP, 'none', [APP.id])).toBe(true);
      expect(mayDo(verb, APP, 'admin', [901])).toBe(false);
    },
  );

  it.each([
    ['a bot', { id: 900, login: 'x[bot]', kind: 'bot' }],
    ['a deleted account', { id: 0, login: 'ghost', kind: 'deleted' }],
    ['a person without an id', { id: 0, login: 'ghost', kind: 'person' }],
  ] as [string, Actor][])('%s has no role, whatever is said', (_, actor) => {
    expect(effectiveRole(actor, 'admin', [900, 0])).toBe('none');
    expect(verbs.some((verb) => mayDo(verb, actor, 'admin', [900, 0]))).toBe(false);
  });

  it('a login that looks like an App’s makes nobody one', () =>
    expect(mayDo('start', { ...MAINTAINER, login: 'helper[bot]' }, 'read', [1])).toBe(false));
});

it('adopted text counts like a writer’s', () => {
  const [, body] = snapshotOf().sources;
  if (!body) throw new Error('no body');
  expect(isAuthorised({ ...body, authority: 'none', adopted: true })).toBe(true);
  expect(isAuthorised({ ...body, authority: 'triage', adopted: false })).toBe(false);
});
