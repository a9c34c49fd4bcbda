import { describe, expect, it } from 'vitest';
import {
  canonicalGrants,
  canonicalHost,
  refusalOf,
} from '../../../../src/core/rules/sandbox/granted-hosts.ts';
import { HostGrant } from '../../../../src/core/schema/host-grant.ts';

describe('a granted host', () => {
  it.each([
    'example.org',
    'localhost',
    'a_b.example.org:8443',
    '*.example.org',
    '*.example.org:8443',
    '10.0.0.5',
    '127.0.0.1:8080',
    '[2001:db8::1]',
    '[::1]:443',
    `${'a'.repeat(63)}.example.org`,
  ])('may be written %s', (grant) => expect(HostGrant.safeParse(grant).success).toBe(true));

  it.each([
    '',
    '*',
    '*.org',
    '*.0.0.1',
    '*.example.1',
    '*example.org',
    'a.*.org',
    'https://example.org',
    'example.org/path',
    'example.org:0',
    'example.org:443443',
    'example.org:',
    'user@example.org',
    'example..org',
    '-a.example.org',
    '::1',
    'exa mple.org',
    'example.org\nevil.org',
    'еxample.org',
    `${'a'.repeat(64)}.org`,
    `${'a.'.repeat(200)}org`,
  ])('may not be written %j', (grant) => expect(HostGrant.safeParse(grant).success).toBe(false));
});

describe('what a grant lets through', () => {
  const grants = ['example.org', '*.cdn.example.org', 'api.example.org:8443', '10.0.0.5', '[::1]'];

  it.each([
    ['example.org', 443, null],
    ['example.org', 80, null],
    ['EXAMPLE.org.', 443, null],
    ['example.org', 22, 'port not granted'],
    ['example.org', 8443, 'port not granted'],
    ['sub.example.org', 443, 'not granted'],
    ['example.org.evil.test', 443, 'not granted'],
    ['evilexample.org', 443, 'not granted'],
    ['a.cdn.example.org', 443, null],
    ['a.b.cdn.example.org', 443, null],
    ['cdn.example.org', 443, 'not granted'],
    ['.cdn.example.org', 443, 'not granted'],
    ['evilcdn.example.org', 443, 'not granted'],
    ['api.example.org', 8443, null],
    ['api.example.org', 443, 'port not granted'],
    ['10.0.0.5', 443, null],
    ['10.0.0.6', 443, 'not granted'],
    ['167772165', 443, 'not granted'],
    ['0xa.0.0.5', 443, 'not granted'],
    ['::1', 443, null],
    ['[0:0::1]', 443, null],
    ['::ffff:10.0.0.5', 443, 'not granted'],
    ['', 443, 'not granted'],
  ])('%s:%d: %s', (host, port, expected) =>
    expect(refusalOf(grants, { host, port })).toBe(expected),
  );

  it('is nothing where nothing is granted', () =>
    expect(refusalOf([], { host: 'example.org', port: 443 })).toBe('not granted'));
});

it('compares hosts in one spelling', () => {
  expect(canonicalHost('[2001:DB8:0:0::1]')).toBe('2001:db8::1');
  expect(canonicalHost('A.Example.')).toBe('a.example');
  expect(canonicalHost('not:an:address')).toBe('not:an:address');
  expect(canonicalGrants(['b.org', 'A.org', 'a.org'])).toEqual(['a.org', 'b.org']);
});
