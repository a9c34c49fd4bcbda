import { logWords } from '../rules/text/neutralise.ts';
import type { Actor } from '../schema/actor.ts';
import type { Event, EventOf, LedgerEntry } from '../schema/event.ts';
import { showSource } from './criteria.ts';
import { describeGraphEvent } from './graph-lines.ts';
import { stepOf } from './plan-list.ts';

/** One line for a log or terminal: `#12 10:04:31  Checkpoint CP-3 after edit src/cli.ts (2 files)`. */
export function timelineLine(entry: LedgerEntry): string {
  const time = entry.at.slice(11, 19);
  return `#${String(entry.seq).padEnd(3)} ${time}  ${describeEvent(entry.event)}`;
}

/** What happened and why, in one sentence. Text of others in it is harmless in a log. */
export function describeEvent(event: Event): string {
  const sentence = SENTENCES[event.type] as (event: Event) => string;
  return logWords(sentence(event), 400);
}

const short = (digest: string) => digest.slice(0, 7);
const who = (actor: Actor | null) => (actor ? actor.login : 'the console');
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const because = (reason: string) => (reason === '' ? '' : `: ${reason}`);

const SENTENCES: { [T in Event['type']]: (event: EventOf<T>) => string } = {
  'run-claimed': ({ epoch, trigger, by }) =>
    `Run ${epoch} takes the task, woken by ${trigger.kind.replace('-', ' ')}${by ? `, with the authority of ${by.login}` : ''}`,
  'comment-intended': () => 'Is about to post the task’s comment',
  'comment-posted': ({ id }) => `Posted the task’s comment (${id})`,
  'comment-lost': ({ id, how, by }) =>
    `The task’s comment (${id}) was ${how} by ${by ? by.login : 'somebody'}; it is put back`,
  'snapshot-taken': ({ snapshot }) =>
    `Read the request: ${plural(snapshot.sources.length, 'text')}, body ${short(snapshot.revision.bodyHash)}${hiddenIn(snapshot.sources)}`,
  'source-reconciled': ({ dispositions }) =>
    dispositions
      .map(
        (each) =>
          `${each.author}’s ${each.change} ${showSource(each.source)}: ${each.outcome}${because(each.reason)}`,
      )
      .join('; ') || 'Looked again: nothing changed',
  'contract-drafted': ({ contract, contractHash, drafter }) =>
    `Drafted contract v${contract.version} (${short(contractHash)}) by ${drafter}: ${plural(contract.acceptance.length, 'criterion').replace('criterions', 'criteria')}`,
  'source-adopted': ({ source, by }) =>
    `${by.login} adopted what ${source.author.login} wrote in ${showSource(source.id)}, as it stood`,
  'preview-requested': ({ by, depth }) =>
    `${who(by)} asks to see the ${depth} only: nothing is executed`,
  'answer-given': ({ topic, to }) => `Answered ${to} in the task’s comment: ${topic}`,
  'replan-requested': ({ by, reason }) => `${by.login} speaks against the plan${because(reason)}`,
  'verification-requested': ({ by }) =>
    `${by.login} asks to verify again; earlier evidence is not carried over`,
  'plan-approval-requested': ({ planHash, steps }) =>
    `Asks for approval of plan ${short(planHash)}${because(steps.join('; '))}`,
  'plan-approved': ({ planHash, by }) => `${by.login} approved plan ${short(planHash)}`,
  'contract-amended': ({ amendment }) =>
    `Contract v${amendment.fromVersion} → v${amendment.toVersion} by ${amendment.by.login}: ${amendment.reason}; all evidence suspended`,
  'approval-requested': ({ contractHash, reasons }) =>
    `Asks for approval of contract ${short(contractHash)}${because(reasons.join('; '))}`,
  'contract-approved': ({ contractHash, by }) =>
    `${by.login} approved contract ${short(contractHash)}`,
  'question-decided': ({ question, choice, by }) => `${by.login} decided ${question}: ${choice}`,
  'stop-requested': ({ by, reason }) => `Stop asked for by ${who(by)}${because(reason)}`,
  'resume-requested': ({ by, nodes }) =>
    `Resume asked for by ${who(by)}${nodes ? `, of ${nodes.join(', ')}` : ''}`,
  'environment-prepared': ({ baseSha, sandbox }) =>
    `Set up the repository on ${short(baseSha)} in a sandbox of level ${sandbox.reached}${sandbox.asked === sandbox.reached ? '' : ` (asked for ${sandbox.asked})`}`,
  'baseline-recorded': ({ baseSha, verdicts }) =>
    `Baseline on ${short(baseSha)}: ${verdicts.map((each) => `${each.criterionId} ${each.verdict}`).join(', ')}`,
  'mode-chosen': ({ choice }) => `Planning: ${choice.mode}${because(choice.reasons.join('; '))}`,
  'plan-armed': ({ by, task }) =>
    `${by.login} wants a plan before the next work${because(task ?? '')}`,
  'planner-planned': ({ plan, strategy, planner, reason, why }) =>
    `${reason === null ? 'Planned' : 'Replanned'} by ${planner}: ${plural(plan.steps.length, 'step')}, ${strategy} (${why})${because(reason ?? '')}`,
  'plan-unusable': ({ warning }) => `The planner’s plan cannot be used${because(warning)}`,
  'step-solved': ({ id, ok, output }) =>
    `Step ${id} ${ok ? 'done' : 'failed'}${because(output.slice(0, 200))}`,
  'graph-moved': ({ change }) => describeGraphEvent(change),
  'merged-moved': ({ merged, reason }) =>
    `What the nodes came to now stands on ${merged.start.slice(0, 7)}${because(reason)}`,
  'plan-written': ({ plan, replan }) =>
    `${replan ? 'Replanned' : 'Planned'}: plan v${plan.version}, ${stepOf(plan)}${because(replan ? (plan.reasonForReplan ?? '') : '')}`,
  refused: ({ what, message }) => `Refused a ${what.replace('-', ' ')}${because(message)}`,
  reminded: ({ about, message }) =>
    `Reminded the agent (${about.replaceAll('-', ' ')})${because(message)}`,
  'turn-taken': ({ turn, step, tools }) => `Turn ${turn}, ${step}${because(tools.join(', '))}`,
  'model-troubled': ({ kind, retries, passed, detail }) =>
    `The model’s provider: ${kind.replaceAll('-', ' ')}${retries > 0 ? `, tried again ${retries} times` : ''}${passed ? ', got over' : ''}${because(detail)}`,
  'model-asked': ({ purpose, model, usage }) =>
    `Asked ${model} to ${purpose}: ${usage.inputTokens} tokens in, ${usage.outputTokens} out`,
  'context-compacted': ({ reason, droppedTurns, keptTurns, tokensBefore, tokensAfter }) =>
    `Compacted the conversation (${reason}): ${plural(droppedTurns, 'turn')} in brief, ${keptTurns} kept, about ${tokensBefore} → ${tokensAfter} tokens`,
  'checkpoint-recorded': ({ checkpoint }) =>
    `Checkpoint ${checkpoint.id} after ${checkpoint.cause} (${plural(checkpoint.changed.length, 'file')}${checkpoint.exclusions.length > 0 ? `, ${checkpoint.exclusions.length} left out` : ''})`,
  'checkpoints-kept': ({ kept, refused, failure }) =>
    [
      kept.length > 0 ? `Pushed ${plural(kept.length, 'checkpoint')}, up to ${kept.at(-1)}` : '',
      ...refused.map(({ id, findings }) => `Did not push ${id}: ${findings.join(', ')}`),
      failure === null ? '' : `Checkpoints could not be pushed: ${failure}`,
    ]
      .filter((part) => part !== '')
      .join('; ') || 'Removed checkpoints that newer ones replace',
  'work-resumed': ({ checkpoint, notUsed, stale }) =>
    `Goes on from ${checkpoint} on a machine that did not have it${because([...notUsed.map(({ id, reason }) => `${id} ${reason}`), ...stale].join('; '))}`,
  'evidence-recorded': ({ evidence }) =>
    `${evidence.id}: ${evidence.criterionId} ${evidence.result} on ${place(evidence)} (${evidence.checkId}: ${evidence.observation.summary})`,
  'evidence-reinstated': ({ evidence, reason }) =>
    `${evidence.id} for ${evidence.criterionId} holds again${because(reason)}`,
  'commit-created': ({ sha, changedPaths, tamperSignals, secrets }) =>
    `Commit ${short(sha)} with ${plural(changedPaths.length, 'file')}${notes('tamper signal', tamperSignals)}${notes('secret', secrets)}`,
  'head-moved': ({ sha }) => `The branch stands at ${short(sha)}, a commit we never announced`,
  'head-adopted': ({ sha, by, changedPaths }) =>
    `Took over ${short(sha)}, ${by} (${plural(changedPaths.length, 'file')}); it is verified anew`,
  'verification-finished': ({ sha, passed, summary }) =>
    `Verification of ${short(sha)} ${passed ? 'passed' : 'failed'}${because(summary)}`,
  'publish-intended': ({ sha, lease }) =>
    `Is about to push ${short(sha)} ${lease ? `over ${short(lease)}` : 'as a new branch'}`,
  'branch-pushed': ({ sha }) => `Pushed ${short(sha)}`,
  'push-refused': ({ sha, remoteHead, reason }) =>
    `Push of ${short(sha)} refused: the branch is at ${remoteHead ? short(remoteHead) : 'nothing'}${because(reason)}`,
  'pull-request-opened': ({ number, head, adopted }) =>
    `${adopted ? 'Took over' : 'Opened'} pull request #${number} at ${short(head)}`,
  'completion-recorded': ({ statement: { predicate } }) =>
    `Complete: contract v${predicate.contractVersion} holds on ${short(predicate.finalHeadSha)}, verified on ${short(predicate.verificationHeadSha)}`,
  'record-published': ({ head }) => `Published the completion record for ${short(head)}`,
  'delivery-withdrawn': ({ reason }) => `Withdrew the delivery${because(reason)}`,
  'run-ended': ({ outcome, reason }) => `Ended ${outcome}${because(reason)}`,
  'task-settled': ({ how }) => `Settled: ${how}`,
};

function place({ verifiedSha, tree }: EventOf<'evidence-recorded'>['evidence']): string {
  return verifiedSha ? short(verifiedSha) : `tree ${short(tree)}`;
}

function notes(what: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `; ${plural(items.length, what)}: ${items.join(', ')}`;
}

function hiddenIn(sources: EventOf<'snapshot-taken'>['snapshot']['sources']): string {
  const hidden = sources.flatMap((source) => source.hidden).length;
  return hidden === 0 ? '' : `; ${plural(hidden, 'kind')} of hidden text left out`;
}
