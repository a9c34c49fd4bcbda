import { execFileSync } from 'node:child_process';
import { renderReminder } from '../../../../src/core/render/reminder.ts';
import { reviewPlanWrite } from '../../../../src/core/rules/planning/plan/plan.ts';
import type { Plan } from '../../../../src/core/schema/plan.ts';
import type {
  AgentNotice,
  Harness,
  PromptFacts,
  ToolAction,
  ToolReply,
} from '../../../../src/ports.ts';

type Look = Awaited<ReturnType<Harness['beforeTurn']>>;

/**
 * A harness that keeps the port's promises with little: it sees changes with real git, keeps the plan by the real
 * rules, and records what it was asked. What it answers can be set.
 */
export class RecordingHarness implements Harness {
  readonly log: string[] = [];
  readonly permitted: ToolAction[] = [];
  readonly turns: { tools: string[]; usd: number }[] = [];
  /** What each turn told of its request, and what was noticed. */
  readonly prompts: PromptFacts[] = [];
  readonly notices: AgentNotice[] = [];
  plan: Plan | null = null;
  #checkpoints: string[] = [];
  #writes = 0;
  readonly #root: string;
  #seen = '';

  /** What the n-th look (1-based) says; undefined: go on. */
  look: (turn: number) => Look | undefined = () => undefined;
  refuse: (action: ToolAction) => ToolReply = () => ({ ok: true, text: '' });
  verdict: (criterion: string) => 'pass' | 'fail' = () => 'pass';

  constructor(root: string) {
    this.#root = root;
    this.#seen = this.#tree();
  }

  async beforeTurn(): Promise<Look> {
    this.#writes = 0;
    this.log.push('beforeTurn');
    return this.look(this.turns.length + 1) ?? { go: true, note: null };
  }

  reminder(): string | null {
    return renderReminder(this.plan);
  }

  permit(action: ToolAction): ToolReply {
    this.permitted.push(action);
    this.log.push(`permit ${action.tool}`);
    return this.refuse(action);
  }

  async mutated(cause: string): Promise<{ checkpoint: string; changed: string[] }> {
    this.log.push(`mutated ${cause}`);
    const now = this.#tree();
    const changed = this.#paths(this.#seen, now);
    this.#seen = now;
    const checkpoint = `CP-${this.#checkpoints.length + 1}`;
    if (changed.length > 0) this.#checkpoints.push(checkpoint);
    return { checkpoint, changed };
  }

  async writePlan(items: unknown, reason: string | null): Promise<ToolReply> {
    const review = reviewPlanWrite(this.plan, items, {
      reason,
      contractVersion: 1,
      passingEvidence: ['EV-1'],
      checkpoints: this.#checkpoints,
      unresolved: [],
      writesThisTurn: this.#writes,
    });
    this.#writes += 1;
    if ('refused' in review) return { ok: false, code: review.refused, text: review.message };
    this.plan = review.accepted;
    return { ok: true, text: `Plan v${review.accepted.version}.` };
  }

  async verify(criteria: string[]): ReturnType<Harness['verify']> {
    this.log.push(`verify ${criteria.join(' ')}`);
    const red = criteria.filter((id) => this.verdict(id) === 'fail');
    const reply = red.length > 0 ? `red: ${red.join(' ')}` : 'EV-1 passes';
    const result = red.length > 0 ? 'fail' : 'pass';
    const evidence = { id: 'EV-1', result } as Awaited<
      ReturnType<Harness['verify']>
    >['evidence'][0];
    return { reply, evidence: [evidence] };
  }

  async handBack(): Promise<ToolReply> {
    return { ok: true, text: 'Handed back.' };
  }

  async turnTaken(turn: Parameters<Harness['turnTaken']>[0]): Promise<void> {
    this.log.push('turnTaken');
    this.turns.push({ tools: turn.tools, usd: turn.usage.usd });
    if (turn.prompt) this.prompts.push(turn.prompt);
  }

  noticed(notice: AgentNotice): void {
    this.notices.push(notice);
  }

  #tree(): string {
    this.#git('add', '-A');
    return this.#git('write-tree').trim();
  }

  #paths(from: string, to: string): string[] {
    return this.#git('diff', '--name-only', from, to).split('\n').filter(Boolean);
  }

  #git(...args: string[]): string {
    return execFileSync('git', ['-C', this.#root, ...args], { encoding: 'utf8' });
  }
}
