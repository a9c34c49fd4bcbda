import { StepId } from '../../schema/planner-plan.ts';
import { visibleText } from '../text/visible-text.ts';
import { type MarkdownLine, markdownLines } from '../text/visible-text-lines.ts';

interface Raw {
  /** The command as it was written, for the disposition’s quote. */
  raw: string;
}

/** The forms of `/contract plan` (seeds/2): `arm` has no task of its own. */
export type PlanForm = 'arm' | 'inline' | 'agent' | 'coder' | 'preview' | 'dry';

/** One `/contract …` line, typed. What may come of it is decided elsewhere, by its author’s authority. */
export type ContractCommand = Raw &
  (
    | { name: 'start' | 'preview' | 'status' | 'stop' | 'verify' | 'help' }
    /** `nodes`: of a task graph, those alone; empty: all that wait. */
    | { name: 'resume'; nodes: string[] }
    | { name: 'plan'; form: PlanForm; text: string }
    | { name: 'approve'; what: 'contract' | 'plan'; hash: string | null }
    | { name: 'adopt'; target: string }
    | { name: 'amend'; text: string }
    | { name: 'decide'; choice: number; question: string | null }
    | { name: 'replan'; reason: string }
    | { name: 'unknown'; word: string }
  );

export interface ParsedComment {
  commands: ContractCommand[];
  /** The visible text outside commands, quotes included: it is reconciled like any other. */
  rest: string;
}

/** More in one comment than anyone means; the others are left as text. */
const MOST_COMMANDS = 20;
const COMMAND = /^ {0,3}\/contract(?:[ \t]+(.*))?$/i;

/** The commands of a comment, in order. Takes raw or visible text; quotes, code and hidden text command nothing. */
export function parseCommands(text: string): ContractCommand[] {
  return parseComment(text).commands;
}

/** Splits a comment into its commands and the rest. `amend` and `replan` take the lines that follow up to a blank one. */
export function parseComment(text: string): ParsedComment {
  const lines = markdownLines(visibleText(text).text);
  const commands: ContractCommand[] = [];
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as MarkdownLine;
    const argument = argumentOf(line);
    if (argument === null || commands.length >= MOST_COMMANDS) {
      rest.push(line.text);
      continue;
    }
    const more = /^(?:amend|replan)\b/i.test(argument) ? following(lines, at + 1, argument) : [];
    const command = readCommand(argument, more);
    commands.push(command);
    // A gap, so that the text before and after does not read as one sentence.
    rest.push('');
    if (command.name === 'amend' || command.name === 'replan') at += more.length;
  }
  return { commands, rest: rest.join('\n').trim() };
}

function argumentOf(line: MarkdownLine): string | null {
  if (line.kind !== 'text' || line.quoted) return null;
  const match = COMMAND.exec(line.text.trimEnd());
  return match ? (match[1] ?? '').trim() : null;
}

/** Lines that belong to an `amend` or `replan`: up to the next blank line, quote, code or command. */
function following(lines: readonly MarkdownLine[], from: number, argument: string): string[] {
  const taken: string[] = [];
  const bare = /^\w+[.,:;!]?$/.test(argument);
  for (const line of lines.slice(from)) {
    const blank = line.text.trim() === '';
    if (argumentOf(line) !== null || line.quoted || line.kind === 'code') break;
    if (blank && !(bare && taken.every((text) => text.trim() === ''))) break;
    taken.push(line.text);
  }
  return taken;
}

function readCommand(argument: string, more: readonly string[]): ContractCommand {
  const [word = '', ...others] = argument.split(/\s+/);
  const name = word.toLowerCase().replace(/[.,:;!]+$/, '');
  const text = argument.slice(word.length).trim();
  const whole = [text, ...more].join('\n').trim();
  const raw = `/contract ${[argument, ...more].join('\n')}`.trim();
  switch (name) {
    case '':
    case 'start':
      return { name: 'start', raw };
    case 'preview':
    case 'status':
    case 'stop':
    case 'verify':
    case 'help':
      return { name, raw };
    case 'resume':
      return { name, nodes: nodesIn(others), raw };
    case 'plan':
      return { name, ...planForm(text), raw };
    case 'approve': {
      const what = /^plan\b/i.test(others[0] ?? '') ? 'plan' : 'contract';
      const named = /^(?:plan|contract)\b/i.test(others[0] ?? '');
      return { name, what, hash: hashIn(named ? others.slice(1) : others), raw };
    }
    case 'adopt': {
      const target = textIn(others);
      return target === null ? unknown(word, raw) : { name, target, raw };
    }
    case 'amend':
      return whole === '' ? unknown(word, raw) : { name, text: whole, raw };
    case 'replan':
      return { name, reason: whole, raw };
    case 'decide':
      return readDecision(others) ?? unknown(word, raw);
    default:
      return unknown(word, raw);
  }
}

function readDecision(words: readonly string[]): ContractCommand | null {
  const question = /^Q-\d+$/i.test(words[0] ?? '') ? (words[0] ?? '').toUpperCase() : null;
  const choice = /^#?(\d{1,3})[.):,]?$/.exec(words[question ? 1 : 0] ?? '')?.[1];
  if (choice === undefined || Number(choice) === 0) return null;
  return {
    name: 'decide',
    choice: Number(choice),
    question,
    raw: `/contract decide ${words.join(' ')}`,
  };
}

/** Words of courtesy are no task. */
const COURTESY = /^(?:please|pls|thanks|thank you|now|first|bitte|por favor|merci|danke)[.,!]*$/i;

/** Ids as plans have them; what cannot be one, and words of courtesy, name no node. */
function nodesIn(words: readonly string[]): string[] {
  const names = words.map((word) => word.replace(/[.,:;!`]+$|^`/g, ''));
  const ids = names.filter((name) => StepId.safeParse(name).success && !COURTESY.test(name));
  return [...new Set(ids)].slice(0, MOST_NODES);
}

/** More in one command than anyone means. */
const MOST_NODES = 50;

function planForm(text: string): { form: PlanForm; text: string } {
  if (text === '' || COURTESY.test(text)) return { form: 'arm', text: '' };
  const form = /^(agent|coder|preview|dry)\b/i.exec(text)?.[1];
  if (form === undefined) return { form: 'inline', text };
  return { form: form.toLowerCase() as PlanForm, text: text.slice(form.length).trim() };
}

/** The contract hash, or enough of its beginning to name it; words after it are courtesy. */
function hashIn(words: readonly string[]): string | null {
  const hash = words[0]?.replace(/^`|`$/g, '') ?? '';
  return /^[0-9a-f]{6,64}$/i.test(hash) ? hash.toLowerCase() : null;
}

/** The id of a comment, bare or as the end of the link that GitHub copies; or the issue’s `body` or `title`. */
function textIn(words: readonly string[]): string | null {
  const part = /^(body|title)[.,)]?$/i.exec(words[0] ?? '')?.[1];
  if (part !== undefined) return part.toLowerCase();
  const [, id] =
    /^(?:https?:\/\/\S{1,300}#(?:issuecomment-|discussion_r|pullrequestreview-)|#)?(\d{1,15})[.,)]?$/.exec(
      words[0]?.replace(/^<|>$/g, '') ?? '',
    ) ?? [];
  return id === undefined || Number(id) === 0 ? null : String(Number(id));
}

const unknown = (word: string, raw: string): ContractCommand => ({
  name: 'unknown',
  word: word.slice(0, 40),
  raw: raw.slice(0, 200),
});
