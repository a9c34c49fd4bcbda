import { digestText } from '../../../../../src/core/digest.ts';
import { decideGraph } from '../../../../../src/core/rules/planning/graph/decide-graph.ts';
import {
  emptyGraph,
  evolveGraph,
} from '../../../../../src/core/rules/planning/graph/evolve-graph.ts';
import type { GraphCommand } from '../../../../../src/core/rules/planning/graph/graph-command.ts';
import { nodeOf } from '../../../../../src/core/rules/planning/graph/graph-views.ts';
import {
  GraphEvent,
  NodeDefinition,
  type NodeState,
  TaskGraph,
} from '../../../../../src/core/schema/task-graph.ts';

type Definition = Partial<NodeDefinition> & { id: string };

/** A node that writes a file of its own, after these. */
export function definition(node: Definition): NodeDefinition {
  return NodeDefinition.parse({
    purpose: `do ${node.id}`,
    writeSet: [`${node.id}.ts`],
    verification: [{ kind: 'criterion', id: 'AC-1' }],
    ...node,
  });
}

/** The graph of seeds/3: A before B and C, both before D and E, both before F. */
export const A_TO_F = [
  definition({ id: 'A', writeSet: [] }),
  definition({ id: 'B', preconditions: ['A'] }),
  definition({ id: 'C', preconditions: ['A'] }),
  definition({ id: 'D', preconditions: ['B', 'C'] }),
  definition({ id: 'E', preconditions: ['B', 'C'] }),
  definition({ id: 'F', preconditions: ['D', 'E'], writeSet: [] }),
];

/** Drives a graph by commands, and keeps every event; each is held against its schema. */
export class GraphStory {
  graph: TaskGraph = emptyGraph();
  readonly events: GraphEvent[] = [];

  constructor(nodes: NodeDefinition[] = A_TO_F, cap = 2, maximumAttempts = 2) {
    this.give({ type: 'plan', nodes, cap, maximumAttempts, reason: null });
  }

  give(command: GraphCommand): GraphEvent[] {
    const events = decideGraph(this.graph, command);
    for (const event of events) {
      this.events.push(GraphEvent.parse(event));
      this.graph = TaskGraph.parse(evolveGraph(this.graph, event));
    }
    return events;
  }

  /** Starts what may start, and gives back the ids. */
  schedule(inputs: Record<string, string> = {}): string[] {
    return this.give({ type: 'schedule', inputs }).flatMap((event) =>
      event.type === 'node-started' ? event.id : [],
    );
  }

  attempt(id: string): number {
    return nodeOf(this.graph, id)?.attempts ?? 0;
  }

  /** The worker ends and the gates pass. */
  pass(id: string, output = `output of ${id}`): void {
    const attempt = this.attempt(id);
    this.give({ type: 'executed', id, attempt });
    const verdict = {
      passed: true as const,
      evidence: [`EV-${id}`],
      outputHash: digestText(output),
      changed: [],
      untouched: [],
    };
    this.give({ type: 'judged', id, attempt, verdict });
  }

  fail(id: string, feedback = `${id} is red`): void {
    const attempt = this.attempt(id);
    this.give({ type: 'executed', id, attempt });
    this.give({ type: 'judged', id, attempt, verdict: { passed: false, feedback } });
  }

  /** Runs everything that can run until nothing more starts. */
  passAll(outputs: Record<string, string> = {}): string[] {
    const ran: string[] = [];
    for (let started = this.schedule(); started.length > 0; started = this.schedule()) {
      for (const id of started) this.pass(id, outputs[id]);
      ran.push(...started);
    }
    return ran;
  }

  stateOf(id: string): NodeState | undefined {
    return nodeOf(this.graph, id)?.state;
  }

  /** `A:passed B:running …` */
  states(): string {
    return this.graph.nodes.map((node) => `${node.id}:${node.state}`).join(' ');
  }
}
