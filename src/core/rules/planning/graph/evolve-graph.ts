import { canonicalJson } from '../../../digest.ts';
import type {
  BlockCause,
  GraphEvent,
  GraphNode,
  NodeDefinition,
  TaskGraph,
} from '../../../schema/task-graph.ts';
import { compareIds } from './compare-ids.ts';
import { definitionOf, nodeOf, preconditionsPassed } from './graph-views.ts';

/** A graph before its first plan. */
export function emptyGraph(): TaskGraph {
  return { version: 0, cap: 1, maximumAttempts: 1, openQuestions: [], nodes: [], final: null };
}

/** Applies one event. Pure, and checks nothing: what stands in the ledger has happened. */
export function evolveGraph(graph: TaskGraph, event: GraphEvent): TaskGraph {
  return settle({ ...graph, ...change(graph, event) });
}

function change(graph: TaskGraph, event: GraphEvent): Partial<TaskGraph> {
  switch (event.type) {
    case 'graph-planned':
      return {
        version: graph.version + 1,
        cap: event.cap,
        maximumAttempts: event.maximumAttempts,
        nodes: event.nodes
          .map((node) => planted(node, nodeOf(graph, node.id)))
          .sort((a, b) => compareIds(a.id, b.id)),
        final: null,
      };
    case 'questions-noted':
      return { openQuestions: event.open };
    case 'final-judged':
      return {
        final: {
          passed: event.passed,
          fingerprint: event.fingerprint,
          evidence: event.evidence,
          feedback: event.feedback,
        },
      };
    default:
      // Only results have a final gate: whatever happens to a node, the gate runs again or finds them unchanged.
      return { final: null, ...changeNode(graph, event) };
  }
}

type NodeEvent = Extract<GraphEvent, { id: string }>;

function changeNode(graph: TaskGraph, event: NodeEvent): Partial<TaskGraph> {
  return {
    nodes: graph.nodes.map((node) =>
      node.id === event.id ? { ...node, ...changed(node, event) } : node,
    ),
  };
}

function changed(node: GraphNode, event: NodeEvent): Partial<GraphNode> {
  switch (event.type) {
    case 'node-started':
      // What it left before is history: another attempt follows, from other inputs.
      return {
        state: 'running',
        attempts: event.attempt,
        inputsHash: event.inputsHash,
        result: null,
      };
    case 'node-executed':
      return { state: 'verifying' };
    case 'node-passed':
      return { ...IDLE, state: 'passed', result: event.result, feedback: null, failures: 0 };
    case 'node-reused':
      return { ...IDLE, state: 'passed' };
    case 'node-failed':
      return { ...IDLE, state: 'failed', failures: node.failures + 1, feedback: event.feedback };
    case 'node-blocked':
      return { ...IDLE, state: 'blocked', block: { cause: event.cause, reason: event.reason } };
    case 'node-unblocked':
      // The feedback stays: the next attempt is to know why the last ones failed.
      return { state: 'pending', block: null, failures: 0 };
    case 'node-reset':
      return { ...IDLE, state: node.result === null ? 'pending' : 'stale' };
    case 'node-stale':
      return event.keep
        ? { ...IDLE, state: 'stale' }
        : { ...IDLE, state: 'stale', result: null, feedback: event.reason };
    case 'node-cancelled':
      return { ...IDLE, state: 'cancelled' };
    case 'precondition-waived':
      return { preconditions: node.preconditions.filter((id) => id !== event.precondition) };
  }
}

/** Nobody works on it, and nothing of its own blocks it. */
const IDLE = { inputsHash: null, block: null } as const;

/** A node of a new plan: one whose definition did not change keeps what happened to it, another begins anew. */
function planted(definition: NodeDefinition, old: GraphNode | undefined): GraphNode {
  if (old && canonicalJson(definitionOf(old)) === canonicalJson(definitionOf(definition)))
    return old;
  return {
    ...definition,
    ...IDLE,
    state: 'pending',
    // Attempts number what workers report: a late word on the old node must not match.
    attempts: old?.attempts ?? 0,
    failures: 0,
    feedback: null,
    result: null,
  };
}

/** Derives pending, ready and blocked-by-another for nodes that nothing of their own holds, preconditions first. */
function settle(graph: TaskGraph): TaskGraph {
  let settled = graph;
  // A chain settles one level a round; a round that changes nothing is the last.
  for (let round = 0; round <= graph.nodes.length; round += 1) {
    const nodes = settled.nodes.map((node) => settledNode(settled, node));
    if (nodes.every((node, at) => node === settled.nodes[at])) break;
    settled = { ...settled, nodes };
  }
  return settled;
}

const LIFTS: ReadonlySet<BlockCause> = new Set<BlockCause>(['precondition', 'question']);

function settledNode(graph: TaskGraph, node: GraphNode): GraphNode {
  const held = node.state === 'blocked' && node.block !== null && LIFTS.has(node.block.cause);
  if (node.state !== 'pending' && node.state !== 'ready' && !held) return node;
  const block = blockOf(graph, node);
  const state = block ? 'blocked' : preconditionsPassed(graph, node) ? 'ready' : 'pending';
  const same =
    node.state === state &&
    node.block?.cause === block?.cause &&
    node.block?.reason === block?.reason;
  return same ? node : { ...node, state, block };
}

function blockOf(graph: TaskGraph, node: GraphNode): GraphNode['block'] {
  const stopped = node.preconditions
    .map((id) => nodeOf(graph, id))
    .find((other) => other?.state === 'blocked' || other?.state === 'cancelled');
  if (stopped) return { cause: 'precondition', reason: `${stopped.id} is ${stopped.state}` };
  const question = node.questions.find((id) => graph.openQuestions.includes(id));
  return question ? { cause: 'question', reason: `${question} is undecided` } : null;
}
