import { canonicalJson } from '../../../digest.ts';
import type { GraphEvent, GraphNode, TaskGraph } from '../../../schema/task-graph.ts';
import { evolveGraph } from './evolve-graph.ts';
import type { GraphCommand, NodeVerdict } from './graph-command.ts';
import {
  definitionOf,
  executionOrder,
  fingerprintOf,
  inputsHashOf,
  isActive,
  isClosed,
  nodeOf,
  preconditionsPassed,
} from './graph-views.ts';
import { mayStart, nextNodes } from './next-nodes.ts';
import { mayWrite } from './write-sets.ts';

/**
 * What has happened to the graph, given what the harness observed. Pure and deterministic. A command that does not fit the
 * state (a late word on an old attempt, a gate on other results) gives no event.
 */
export function decideGraph(graph: TaskGraph, command: GraphCommand): GraphEvent[] {
  switch (command.type) {
    case 'plan':
      return plan(graph, command);
    case 'schedule':
      return schedule(graph, command.inputs);
    case 'questions':
      return canonicalJson(command.open) === canonicalJson(graph.openQuestions)
        ? []
        : [{ type: 'questions-noted', open: command.open }];
    case 'executed': {
      const node = attemptOf(graph, command);
      return node?.state === 'running'
        ? [{ type: 'node-executed', id: node.id, attempt: command.attempt }]
        : [];
    }
    case 'judged': {
      const node = attemptOf(graph, command);
      return node?.state === 'verifying' ? judge(graph, node, command.verdict) : [];
    }
    case 'halted': {
      const node = attemptOf(graph, command);
      const { cause, reason } = command;
      return node ? [{ type: 'node-blocked', id: node.id, cause, reason: cut(reason) }] : [];
    }
    case 'restarted':
      return graph.nodes.filter(isActive).map((node) => reset(node, 'the process began anew'));
    case 'paths-changed':
      return pathsChanged(graph, command);
    case 'suspend':
      return suspend(graph, command);
    case 'unblock': {
      const node = nodeOf(graph, command.id);
      const own = OWN_CAUSES.has(node?.block?.cause ?? '');
      return own ? [{ type: 'node-unblocked', id: command.id, reason: cut(command.reason) }] : [];
    }
    case 'cancel': {
      const node = nodeOf(graph, command.id);
      return node && !isClosed(node)
        ? [{ type: 'node-cancelled', id: node.id, reason: cut(command.reason) }]
        : [];
    }
    case 'waive':
      return waive(graph, command);
    case 'final':
      return final(graph, command);
  }
}

type CommandOf<T extends GraphCommand['type']> = Extract<GraphCommand, { type: T }>;

const OWN_CAUSES: ReadonlySet<string> = new Set(['attempts', 'conflict', 'handback']);

/** The node, if this attempt of it is the one at work. */
function attemptOf(graph: TaskGraph, at: { id: string; attempt: number }): GraphNode | null {
  const node = nodeOf(graph, at.id);
  return node && isActive(node) && node.attempts === at.attempt ? node : null;
}

function plan(graph: TaskGraph, command: CommandOf<'plan'>): GraphEvent[] {
  const { nodes, cap, maximumAttempts, reason } = command;
  const kept = new Map(nodes.map((node) => [node.id, canonicalJson(definitionOf(node))]));
  const interrupted = graph.nodes
    .filter((node) => isActive(node) && kept.get(node.id) !== canonicalJson(definitionOf(node)))
    .map((node) => reset(node, 'replanned'));
  const planned: GraphEvent = {
    type: 'graph-planned',
    nodes: nodes.map(definitionOf),
    cap,
    maximumAttempts,
    reason: reason === null ? null : cut(reason),
  };
  return withUnproven(graph, [...interrupted, planned], 'what it was worked from was replanned');
}

/** Results that still hold are used again before anything runs; then as many start as there is room for. */
function schedule(graph: TaskGraph, inputs: Readonly<Record<string, string>>): GraphEvent[] {
  const events: GraphEvent[] = [];
  let now = graph;
  const add = (event: GraphEvent) => {
    events.push(event);
    now = evolveGraph(now, event);
  };
  for (let reusable = firstReusable(now, inputs); reusable; reusable = firstReusable(now, inputs))
    add({ type: 'node-reused', id: reusable.id, reason: 'all it was worked from is unchanged' });
  for (const node of nextNodes(now))
    add({
      type: 'node-started',
      id: node.id,
      attempt: node.attempts + 1,
      inputsHash: inputsHashOf(now, node, inputs[node.id] ?? ''),
    });
  return events;
}

function firstReusable(graph: TaskGraph, inputs: Readonly<Record<string, string>>) {
  return graph.nodes.find(
    (node) =>
      node.result !== null &&
      mayStart(graph, node) &&
      node.result.inputsHash === inputsHashOf(graph, node, inputs[node.id] ?? ''),
  );
}

/** A pass without evidence is none. The last failure that is allowed blocks. */
function judge(graph: TaskGraph, node: GraphNode, verdict: NodeVerdict): GraphEvent[] {
  const { id, inputsHash } = node;
  if (verdict.passed && verdict.evidence.length > 0 && inputsHash !== null) {
    const { passed: _, ...result } = verdict;
    return [{ type: 'node-passed', id, result: { ...result, inputsHash } }];
  }
  const feedback = cut(verdict.passed ? 'It passed without evidence.' : verdict.feedback);
  const failed: GraphEvent = { type: 'node-failed', id, feedback };
  const failures = node.failures + 1;
  if (failures < graph.maximumAttempts) return [failed];
  const reason = cut(`${failures} attempts failed: ${feedback}`);
  return [failed, { type: 'node-blocked', id, cause: 'attempts', reason }];
}

/**
 * Who named such a path as making its result worthless is stale; so is who may write it too, if it comes after the one that
 * changed it: it worked on what stood there before. The other way round it would go back and forth for ever.
 */
function pathsChanged(graph: TaskGraph, command: CommandOf<'paths-changed'>): GraphEvent[] {
  const order = executionOrder(graph);
  const after = order.slice(command.by === null ? 0 : order.indexOf(command.by) + 1);
  const hit = graph.nodes.filter((node) => {
    if (node.id === command.by || node.state !== 'passed') return false;
    const globs = after.includes(node.id)
      ? [...node.invalidatesIf, ...node.writeSet]
      : node.invalidatesIf;
    return command.paths.some((path) => mayWrite(globs, path));
  });
  const stale = hit.map(
    (node): GraphEvent => ({
      type: 'node-stale',
      id: node.id,
      keep: false,
      reason: cut(`changed since it passed: ${command.paths.slice(0, 5).join(', ')}`),
    }),
  );
  return withUnproven(graph, stale, 'what it was worked from is stale');
}

function suspend(graph: TaskGraph, command: CommandOf<'suspend'>): GraphEvent[] {
  const hit = graph.nodes.filter((node) => command.id === null || node.id === command.id);
  const events = hit.flatMap((node): GraphEvent[] => {
    // Named, its own work is in doubt; an amendment of everything leaves what it was worked from to be compared.
    const keep = command.id === null;
    if (node.state === 'passed' || (!keep && node.state === 'stale' && node.result !== null))
      return [{ type: 'node-stale', id: node.id, keep, reason: cut(command.reason) }];
    return isActive(node) ? [reset(node, cut(command.reason))] : [];
  });
  return withUnproven(graph, events, cut(command.reason));
}

function waive(graph: TaskGraph, { id, precondition, reason }: CommandOf<'waive'>): GraphEvent[] {
  const node = nodeOf(graph, id);
  const cancelled = nodeOf(graph, precondition)?.state === 'cancelled';
  return node && cancelled && node.preconditions.includes(precondition)
    ? [{ type: 'precondition-waived', id, precondition, reason: cut(reason) }]
    : [];
}

/** Only for exactly the results that stand now, when every node is closed. A pass without evidence is none. */
function final(graph: TaskGraph, command: CommandOf<'final'>): GraphEvent[] {
  const { fingerprint, evidence } = command;
  const due =
    graph.nodes.every(isClosed) &&
    graph.nodes.some((node) => node.state === 'passed') &&
    fingerprint === fingerprintOf(graph);
  if (!due) return [];
  const passed = command.passed && evidence.length > 0;
  const feedback = passed ? null : cut(command.feedback ?? 'The final gate brought no evidence.');
  return [{ type: 'final-judged', passed, fingerprint, evidence, feedback }];
}

/** Adds what follows for others: who hangs on a node that is no longer passed has proved nothing (D7, C15). */
function withUnproven(
  graph: TaskGraph,
  events: readonly GraphEvent[],
  reason: string,
): GraphEvent[] {
  const all = [...events];
  let now = events.reduce(evolveGraph, graph);
  for (let found = unproven(now); found; found = unproven(now)) {
    const event: GraphEvent =
      found.state === 'passed'
        ? { type: 'node-stale', id: found.id, keep: true, reason }
        : reset(found, reason);
    all.push(event);
    now = evolveGraph(now, event);
  }
  return all;
}

function unproven(graph: TaskGraph): GraphNode | undefined {
  return graph.nodes.find(
    (node) => (node.state === 'passed' || isActive(node)) && !preconditionsPassed(graph, node),
  );
}

function reset(node: GraphNode, reason: string): GraphEvent {
  return { type: 'node-reset', id: node.id, reason };
}

function cut(reason: string): string {
  return reason.length > 2000 ? `${reason.slice(0, 1999).toWellFormed()}…` : reason;
}
