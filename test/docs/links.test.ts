import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES, pageText, prose } from './documents.ts';

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchors = (page: string): string[] =>
  [...prose(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

const links = (page: string): string[] =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Paths of this repository that a page names in code spans: a file that moved must be found again there. */
const paths = (page: string): string[] =>
  [...page.matchAll(/`((?:src|test|scripts|bench|examples|schemas|docs)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );

describe.each(PAGES)('%s', (path) => {
  const page = pageText(path);

  it('has links that lead somewhere', () => {
    const broken = links(page).filter((target) => {
      const [file = '', anchor] = target.split('#');
      const at = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(at)) return true;
      return anchor !== undefined && at.endsWith('.md') && !anchors(pageText(at)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names files that exist', () => {
    expect(paths(page).filter((named) => !existsSync(named))).toEqual([]);
  });
});

it('ADRs have their parts, and no more than sixty lines', () => {
  const adrs = PAGES.filter((path) => path.startsWith('docs/adr/'));
  const parts = ['Status:', '## Context', '## Decision', '## Alternatives', '## Consequences'];
  expect(adrs.length).toBeGreaterThan(0);
  for (const path of adrs) {
    const page = pageText(path);
    expect(page).toMatch(
      new RegExp(`^# ${path.slice('docs/adr/'.length, 'docs/adr/'.length + 4)}: `),
    );
    expect(parts.filter((part) => !page.includes(part))).toEqual([]);
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  }
});

it('AGENTS.md has no more than sixty lines', () =>
  expect(pageText('AGENTS.md').trimEnd().split('\n').length).toBeLessThanOrEqual(60));
