import { expect, it } from 'vitest';
import { roleIn } from '../../../src/adapters/github/permissions.ts';

const ada = { id: 7, login: 'ada', kind: 'person' } as const;

it.each([
  ['write', 'write', 7, 'write'],
  ['maintain', 'write', 7, 'maintain'],
  ['triage', 'read', 7, 'triage'],
  ['Release Manager', 'write', 7, 'write'],
  ['Release Manager', 'something new', 7, 'none'],
  ['none', 'none', 7, 'none'],
  ['admin', 'admin', 8, 'none'],
])('role_name %s, permission %s, answered for id %i: %s', (role_name, permission, id, role) => {
  expect(roleIn({ role_name, permission, user: { id } }, ada)).toBe(role);
});

it('an answer without a user is about nobody', () => {
  expect(roleIn({ role_name: 'admin', permission: 'admin', user: null }, ada)).toBe('none');
});
