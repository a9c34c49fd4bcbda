import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  reachComplexity,
  wordingComplexity,
} from '../../../../../src/core/rules/planning/mode/complexity.ts';

const SMALL = { criteria: 1, components: 1, paths: 1 };
const EN = 'update auth.go and add tests/auth_test.go then run go test';
const PT = 'criar handler em api.go e adicionar testes em api_test.go depois rodar go test';
const REDESIGN = 'Redesign the whole authentication subsystem across all services';

describe('C6 the documented score', () => {
  it.each([
    ['the trivial example', 'read main.go', { verbs: 0, files: 1, sequencers: 0 }, 1],
    ['the English example', EN, { verbs: 3, files: 2, sequencers: 1 }, 6],
    ['the Portuguese example', PT, { verbs: 3, files: 2, sequencers: 1 }, 6],
    ['nothing', '', { verbs: 0, files: 0, sequencers: 0 }, 0],
    [
      'verbs are capped at 5',
      'add add add add add add add',
      { verbs: 5, files: 0, sequencers: 0 },
      5,
    ],
    ['files at 3', 'a.go b.go c.go d.go', { verbs: 0, files: 3, sequencers: 0 }, 3],
    ['sequencers at 2', 'then after finally', { verbs: 0, files: 0, sequencers: 2 }, 2],
    ['one file twice is one', 'main.go main.go', { verbs: 0, files: 1, sequencers: 0 }, 1],
    ['a noun is no verb', 'the build and the test', { verbs: 0, files: 0, sequencers: 0 }, 0],
    ['a file without ending', 'fix the Dockerfile.', { verbs: 1, files: 1, sequencers: 0 }, 2],
    ['a product is no file', 'fix Node.js', { verbs: 1, files: 0, sequencers: 0 }, 1],
    ['accents may be missing', 'após, apos', { verbs: 0, files: 0, sequencers: 2 }, 2],
    ['composed or not', 'apo\u0301s', { verbs: 0, files: 0, sequencers: 1 }, 1],
    ['Portuguese phrases', 'e em seguida … por fim', { verbs: 0, files: 0, sequencers: 2 }, 2],
  ])('%s', (_, task, signals, score) => {
    expect(wordingComplexity(task)).toEqual({ score, signals });
  });

  it('is linear in a hostile task', () => {
    expect(wordingComplexity('a.'.repeat(500_000)).score).toBeLessThanOrEqual(10);
    expect(wordingComplexity('./-'.repeat(300_000)).score).toBe(0);
  });
});

describe('C6 the second score sees what wording does not', () => {
  it.each<[string, string, Partial<typeof SMALL>, boolean]>([
    ['few verbs, far reach', REDESIGN, {}, true],
    [
      'the same in Portuguese',
      'Redesenhar todo o subsistema de autenticação em todos os serviços',
      {},
      true,
    ],
    ['the trivial example', 'read main.go', {}, false],
    [
      'a large contract behind plain words',
      'Make it right',
      { criteria: 6, components: 3, paths: 6 },
      true,
    ],
    ['a small contract', 'Make it right', { criteria: 2 }, false],
    ['a sweeping word alone', 'Fix the typo in all modules', {}, false],
  ])('%s', (_, task, size, plans) => {
    expect(reachComplexity(task, { ...SMALL, ...size }).score >= 6).toBe(plans);
  });

  it('the redesign scores low by wording: that is why there are two', () => {
    expect(wordingComplexity(REDESIGN).score).toBeLessThan(6);
  });
});

it('C6 both scores stay within 0 and 10, whatever the task', () => {
  const size = fc.record({ criteria: fc.nat(), components: fc.nat(), paths: fc.nat() });
  const word = fc.constantFrom('add', 'then', 'a.go', 'all', 'services', 'migrate', 'x', '.', '/');
  const task = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(word).map((w) => w.join(' ')),
  );
  fc.assert(
    fc.property(task, size, (text, facts) => {
      for (const { score, signals } of [wordingComplexity(text), reachComplexity(text, facts)]) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(10);
        expect(Object.values(signals).every((value) => value >= 0)).toBe(true);
      }
    }),
  );
});
