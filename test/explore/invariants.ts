import { SUGGESTION } from './model-drafting.ts';
import type { Node } from './node.ts';
import { contains, isVerified, type World } from './world.ts';

/** What holds in every single state. */
export function invariants({ world, human }: Node): string[] {
  const out = [...world.violations];
  if (world.pulls.filter((p) => p.state === 'open').length > 1) out.push('two open pull requests');
  if (human !== null && !contains(world, world.branch, human)) out.push('a human commit was lost');
  for (const [sha, conclusion] of Object.entries(world.checkRuns))
    if (conclusion === 'success' && !isVerified(world, sha))
      out.push(`success on unverified ${sha}`);
  return [...out, ...inLedger(world.ledger)];
}

type Ledger = World['ledger'];
type Entry = Ledger[number];

/** Entries are shared by all the ledgers that grew out of one, and each is judged once. */
const judged = new WeakMap<Entry, string[]>();

const inLedger = (ledger: Ledger): string[] =>
  ledger.flatMap((entry) => {
    if (entry.event.type !== 'completion-recorded') return [];
    const known = judged.get(entry) ?? inRecord(entry.event.statement.predicate);
    judged.set(entry, known);
    return known;
  });

type CompletionRecorded = Extract<Entry['event'], { type: 'completion-recorded' }>;

function inRecord(record: CompletionRecorded['statement']['predicate']): string[] {
  const out: string[] = [];
  if (record.finalHeadSha !== record.verificationHeadSha)
    out.push('record SHA is not the verified SHA');
  if (JSON.stringify(record.acceptance).includes(SUGGESTION))
    out.push('an outsider’s words in a record');
  return out;
}

/** What must be true of what people see when the looks have ended as `outcome` and nothing more happens. */
export function judgeEnd(world: World, outcome: string | null): string[] {
  if (world.issue === 'closed' || world.role === 'read')
    return outcome === null ? [] : stoppedWell(world, outcome);
  if (outcome !== 'delivered') return [`ended ${outcome} though all was right`];
  const pull = world.pulls.find((p) => p.state === 'open');
  if (!pull) return ['delivered without a pull request'];
  const out: string[] = [];
  if (pull.draft) out.push('delivered, but the pull request is a draft');
  if (pull.describes !== world.branch)
    out.push('the record describes another commit than the head');
  if (world.branch !== null && world.checkRuns[world.branch] !== 'success')
    out.push('no success on the head');
  const record = world.ledger.findLast((e) => e.event.type === 'completion-recorded')?.event;
  if (record?.type === 'completion-recorded') {
    if (pull.cursor !== record.digest) out.push('another record is shown than the newest');
    const { dispositions, requirementsRevision } = record.statement.predicate;
    const heard = dispositions.map((d) => d.source);
    for (const comment of world.comments)
      if (
        comment.author !== 'bot' &&
        !heard.includes(`comment:issue:${comment.id}`) &&
        !consumed(world, comment.id)
      )
        out.push(`comment ${comment.id} has no disposition in the record`);
    if (requirementsRevision.lastCommentId < newest(world))
      out.push('the record’s cursor is behind the comments');
  }
  return out;
}

/** Comments that stood there when the first snapshot was taken are requirements, not changes. */
function consumed(world: World, id: number): boolean {
  const first = world.ledger.find((e) => e.event.type === 'snapshot-taken')?.event;
  return (
    first?.type === 'snapshot-taken' &&
    first.snapshot.sources.some((s) => s.id === `comment:issue:${id}`)
  );
}

const newest = (world: World): number =>
  Math.max(0, ...world.comments.filter((c) => c.author !== 'bot').map((c) => c.id));

function stoppedWell(world: World, outcome: string): string[] {
  if (outcome === 'stopped' || outcome === 'settled' || outcome === 'delivered') return [];
  return [`ended ${outcome} without the right to, with ${world.pulls.length} pull requests`];
}
