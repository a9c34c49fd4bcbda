import type { ContractDraft } from '../../schema/draft.ts';
import { type Item, statementOf } from './draft-contract-items.ts';
import type { Section } from './draft-contract-sections.ts';
import { isBoilerplate, sentencesIn } from './draft-contract-wording.ts';

const MOST_PLACES = 20;

/** Paths and globs in backticks. */
export function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]{1,200})`/g)]
    .map((match) => match[1] ?? '')
    .filter(
      (code) =>
        /^\.?[\w][\w@./*{},[\]-]*$/.test(code) &&
        (code.includes('/') || /\.[a-z]\w{0,7}$/i.test(code)),
    )
    .map((path) => (path.endsWith('/') ? `${path}**` : path));
}

/** Entries of a scope heading: their paths are limits. */
export function scopeEntries(items: readonly Item[]): ContractDraft['inScope'] {
  return items.map(({ quote }) => ({
    text: statementOf(quote).slice(0, 1000),
    globs: pathsIn(quote),
  }));
}

/**
 * Paths that the request only mentions, each once. They say where to begin and limit nothing: a test or a helper
 * elsewhere would be refused for no one’s wish.
 */
export function placesNamed(sections: readonly Section[]): ContractDraft['inScope'] {
  const named = sections
    .filter(({ kind }) => !['steps', 'aside', 'out-of-scope', 'scope', 'stop'].includes(kind))
    .flatMap((section) => section.passages)
    .filter((passage) => passage.kind !== 'code' && passage.text.includes('`'))
    .flatMap((passage) => sentencesIn(passage.text))
    .filter((sentence) => !isBoilerplate(sentence))
    .flatMap((sentence) => pathsIn(sentence).map((path) => path.replace(/\/\*\*$/, '/')));
  return [...new Set(named)]
    .slice(0, MOST_PLACES)
    .map((path) => ({ text: `The request names \`${path}\`.`, globs: [] }));
}
