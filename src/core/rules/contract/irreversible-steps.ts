import { digestOf } from '../../digest.ts';
import type { Plan } from '../../schema/plan.ts';

/** A step that cannot be taken back once it is done, and the word that says so. */
export interface IrreversibleStep {
  id: string;
  content: string;
  because: string;
}

/**
 * What cannot be undone by reverting a commit (design §5): migrations of data, deletion outside the worktree, deployment,
 * publishing, messages to people. Each is a short word with its object, so that "remove the unused import" is none.
 */
const KINDS: readonly { because: string; pattern: RegExp }[] = [
  {
    because: 'it migrates data',
    pattern:
      /\b(?:(?:run|apply|execute)\w* (?:\S+ ){0,3}migrations?|migrat(?:e|es|ing) (?:\S+ ){0,3}(?:data|database|db|tables?|rows?|records?|schema|users?|accounts?|production|customers?)|backfill\w*)\b/i,
  },
  {
    because: 'it deletes data',
    pattern:
      /\b(?:(?:drop|truncat|purg|wip|eras|delet|destroy|remov)\w*,? (?:\S+ ){0,4}(?:tables?|columns?|database|db|bucket|volume|backups?|production|prod|customer|user data|data|rows?|records?|accounts?|tenants?|queue|topic|index|namespace|cluster|s3)|rm -rf \/)/i,
  },
  {
    because: 'it deploys',
    pattern:
      /\b(?:deploy(?:s|ing)?|redeploy\w*|roll(?:s|ing)? (?:it )?out|promote (?:\S+ ){0,3}production|terraform (?:apply|destroy)|kubectl (?:apply|delete)|helm (?:install|upgrade|uninstall)|switch (?:\S+ ){0,3}traffic)\b/i,
  },
  {
    because: 'it publishes',
    pattern:
      /\b(?:(?:npm|pnpm|yarn|cargo|poetry|uv|twine|gem|dotnet nuget|docker|podman) (?:publish|push|upload)|publish(?:es|ing)? (?:\S+ ){0,4}(?:package|release|crate|image|module|artifact|version|extension|site|docs|documentation|registry|npm|pypi)|(?:cut|create|tag|make|draft) (?:\S+ ){0,3}releases?|push (?:\S+ ){0,3}tags?)\b/i,
  },
  {
    because: 'it rewrites history',
    pattern:
      /\b(?:force[- ]?push\w*|push (?:\S+ ){0,2}--force|filter-(?:branch|repo)|rewrit(?:e|es|ing) (?:\S+ ){0,3}history|delete (?:\S+ ){0,2}(?:remote|release|stale|merged|protected|old) (?:branch|tag)(?:es|s)?)\b/i,
  },
  {
    because: 'it reaches people or money',
    pattern:
      /\b(?:send(?:s|ing)? (?:\S+ ){0,4}(?:e-?mails?|sms|notifications?|newsletters?) to (?:\S+ ){0,3}(?:users?|customers?|people|everyone|subscribers?)|(?:charge|refund|bill)(?:s|ing)? (?:\S+ ){0,3}(?:customers?|users?|cards?|accounts?))\b/i,
  },
  {
    because: 'it changes credentials',
    pattern:
      /\b(?:revok|rotat|invalidat)\w* (?:\S+ ){0,4}(?:keys?|tokens?|secrets?|certificates?|credentials?|passwords?|sessions?)\b/i,
  },
];

/** Writing the code or a test of such a thing is not doing it. */
const ONLY_WRITES =
  /^(?:please )?(?:add|write|create|draft|document|describe|test|cover|implement|define|generate|extend|fix|refactor|rename|update|review|read|inspect|verify|check)\b(?!.*\b(?:and|then) (?:run|apply|execute|deploy|publish|push|migrate|drop|delete|send)\b)/i;

const LONGEST = 500;

/** The open steps of a plan that a person has to agree to first. */
export function irreversibleSteps(plan: Plan | null): IrreversibleStep[] {
  return (plan?.items ?? []).flatMap(({ id, content, status }) => {
    if (status === 'completed' || status === 'cancelled') return [];
    const words = content.slice(0, LONGEST);
    const kind = KINDS.find(({ pattern }) => pattern.test(words));
    const releases = /^(?:please )?create\b/i.test(words) && kind?.because === 'it publishes';
    const harmless = ONLY_WRITES.test(words) && !releases;
    return kind && !harmless ? [{ id, content, because: kind.because }] : [];
  });
}

/** Names what a plan is going to do, not how far it is: approval outlives progress and ends with any other step. */
export function planHash(plan: Plan): string {
  return digestOf({
    contractVersion: plan.contractVersion,
    items: plan.items.map(({ id, content, parent }) => ({ id, content, parent })),
  });
}
