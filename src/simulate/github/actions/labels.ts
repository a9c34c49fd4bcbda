import type { Actor, NamedActor } from '../actor.ts';
import { labelPayload } from '../payload/issue.ts';
import { mayPush, mayWrite, permissionFor } from '../permissions.ts';
import type { IssueRecord, LabelRecord } from '../records.ts';
import { forbidden, notFound, validationFailed } from '../refusal.ts';
import type { World } from '../world.ts';
import { emit, emitIssueEvent, record } from './events.ts';
import { characters } from './limits.ts';

export interface LabelInput {
  readonly name?: unknown;
  readonly color?: unknown;
  readonly description?: unknown;
}

export function findLabel(world: World, name: string): LabelRecord | undefined {
  return world.labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
}

/**
 * Creates a label of the repository.
 * @throws Refusal 422 for a blank name, one over 50 characters, one that exists, a wrong colour
 */
export function createLabel(world: World, actor: Actor, input: LabelInput): LabelRecord {
  mayWrite(world, actor, { scope: 'issues', role: 'write', refusal: notFound() });
  const { color = 'ededed', description = null } = input;
  const name = checkedName(input.name);
  if (findLabel(world, name)) {
    throw validationFailed({ resource: 'Label', code: 'already_exists', field: 'name' });
  }
  if (typeof color !== 'string' || !/^[0-9a-f]{6}$/i.test(color)) {
    throw validationFailed({ resource: 'Label', code: 'invalid', field: 'color' });
  }
  if (description !== null && (typeof description !== 'string' || characters(description) > 100)) {
    const message = 'description is too long (maximum is 100 characters)';
    throw validationFailed({ resource: 'Label', code: 'custom', field: 'description', message });
  }
  return addLabel(world, actor, { name, color, description });
}

function addLabel(world: World, actor: NamedActor, values: Omit<LabelRecord, 'id'>): LabelRecord {
  const label = { id: world.nextId(), ...values };
  world.labels.push(label);
  emit(world, actor, 'label', { action: 'created', label: labelPayload(world, label) });
  return label;
}

function checkedName(name: unknown): string {
  if (typeof name !== 'string' || name.trim() === '') {
    throw validationFailed({ resource: 'Label', code: 'missing_field', field: 'name' });
  }
  if (characters(name) > 50) {
    const message = 'name is too long (maximum is 50 characters)';
    throw validationFailed({ resource: 'Label', code: 'custom', field: 'name', message });
  }
  return name;
}

/**
 * Adds labels to an issue; one that does not exist is created on the fly.
 * @throws Refusal 403 without triage, 422 for a name no label can have
 */
export async function addLabels(
  world: World,
  actor: Actor,
  issue: IssueRecord,
  names: readonly string[],
): Promise<void> {
  mayWrite(world, actor, { scope: permissionFor(issue), role: 'triage' });
  names.forEach(checkedName);
  for (const name of names) {
    let label = findLabel(world, name);
    if (!label) {
      if (!mayPush(world, actor, permissionFor(issue))) {
        throw forbidden('Must have admin rights to Repository.');
      }
      label = addLabel(world, actor, { name, color: 'ededed', description: null });
    }
    if (issue.labels.includes(label)) continue;
    issue.labels.push(label);
    await announce(world, actor, issue, 'labeled', label);
  }
}

/** @throws Refusal 404 for a label the issue does not have */
export async function removeLabel(
  world: World,
  actor: Actor,
  issue: IssueRecord,
  name: string,
): Promise<void> {
  mayWrite(world, actor, { scope: permissionFor(issue), role: 'triage' });
  const label = findLabel(world, name);
  const at = label ? issue.labels.indexOf(label) : -1;
  if (!label || at < 0) throw notFound();
  issue.labels.splice(at, 1);
  await announce(world, actor, issue, 'unlabeled', label);
}

/** Makes the issue's labels these and no others. */
export async function setLabels(
  world: World,
  actor: NamedActor,
  issue: IssueRecord,
  names: readonly string[],
): Promise<void> {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  for (const label of issue.labels.filter((label) => !wanted.has(label.name.toLowerCase()))) {
    await removeLabel(world, actor, issue, label.name);
  }
  if (names.length > 0) await addLabels(world, actor, issue, names);
}

async function announce(
  world: World,
  actor: NamedActor,
  issue: IssueRecord,
  action: 'labeled' | 'unlabeled',
  label: LabelRecord,
): Promise<void> {
  record(world, actor, issue, action, { label: { name: label.name, color: label.color } });
  await emitIssueEvent(world, actor, issue, action, { label: labelPayload(world, label) });
}
