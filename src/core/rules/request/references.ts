import type { Observation } from '../../schema/observation.ts';
import type { Reference, Source } from '../../schema/snapshot.ts';

const MOST = 200;
const LONGEST = 2000;
const FILE = /!\[[^\]\n]{0,500}\]\(\s*<?([^\s)>]{1,2000})|(https?:\/\/[^\s<>()"'\]]{1,2000})/g;
const ISSUE = /(?<![\w/&#])((?:[\w.-]{1,100}\/[\w.-]{1,100})?#[1-9]\d{0,9})\b/g;
const ON_TRACKER = /^https?:\/\/[^/]+\/([\w.-]+\/[\w.-]+)\/(issues|pull|discussions)\/(\d+)/;
const ATTACHED =
  /\/user-attachments\/(?:files|assets)\/|\/files\/\d+\/|^https?:\/\/(?:user-images|private-user-images)\./;
const IMAGE = /\.(?:png|jpe?g|gif|webp|svg|bmp|heic)(?:[?#]|$)/i;

/**
 * What the request points to, each once: other issues and pull requests, attachments, images. They are listed so that
 * people and the record know of them; nothing behind them is fetched, for what stands there was authorised by nobody.
 */
export function referencesOf(
  sources: readonly Pick<Source, 'id' | 'text'>[],
  { repository, issue }: Pick<Observation, 'repository' | 'issue'>,
): Reference[] {
  const found = new Map<string, Reference>();
  const add = (kind: Reference['kind'], target: string, source: string) => {
    const key = `${kind} ${target}`;
    if (found.size < MOST && target.length <= LONGEST && !found.has(key))
      found.set(key, { kind, target, source });
  };
  for (const { relation, target } of issue.related ?? []) add(relation, target, 'github');
  for (const { id, text } of sources) {
    for (const [, image, address = ''] of text.matchAll(FILE)) {
      if (image !== undefined) add('image', image, id);
      else addAddress(address.replace(/[.,;:!?]+$/, ''), (kind, target) => add(kind, target, id));
    }
    for (const [, target = ''] of text.matchAll(ISSUE))
      add('mention', target.startsWith('#') ? `${repository}${target}` : target, id);
  }
  return [...found.values()];
}

function addAddress(address: string, add: (kind: Reference['kind'], target: string) => void): void {
  const [, repository, , number] = ON_TRACKER.exec(address) ?? [];
  if (repository && number) add('mention', `${repository}#${number}`);
  else if (IMAGE.test(address)) add('image', address);
  else if (ATTACHED.test(address)) add('attachment', address);
}
