import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateKey } from '../../../../../src/core/rules/planning/planner/find-json-object.ts';
import { parsePlannerPlan } from '../../../../../src/core/rules/planning/planner/parse-planner-plan.ts';
import { DOCUMENTED_PLAN } from './planner-plan-sample.ts';

const JSON_PLAN = JSON.stringify(DOCUMENTED_PLAN, null, 2);
const many = (count: number) =>
  JSON.stringify({
    steps: Array.from({ length: count }, (_, at) => ({
      id: `E${at + 1}`,
      agent: 'coder',
      task: 'x',
    })),
  });

describe('C1 a plan is read whatever stands around it', () => {
  it.each([
    ['alone', JSON_PLAN],
    ['in a fence', `\`\`\`json\n${JSON_PLAN}\n\`\`\``],
    ['in a fence with a theme', `\`\`\`json theme={"system"}\n${JSON_PLAN}\n\`\`\``],
    ['with prose around it', `Here is the plan.\n\n${JSON_PLAN}\n\nI hope this helps!`],
    ['behind prose with braces', `I use {curly} and { "x": oops } and {{ y }}. ${JSON_PLAN}`],
    ['behind an open brace', `A dict starts with { and then:\n${JSON_PLAN}`],
    ['behind another object', `Steps look like {"id": "E1"}.\n${JSON_PLAN}`],
    ['before prose with braces', `${JSON_PLAN}\nWhere {E1} means {"id": "E1"} }}}`],
    ['in an object that is broken around it', `{"thought": "ok", "answer": ${JSON_PLAN}, oops}`],
    ['wrapped in another object', `{"plan": ${JSON_PLAN}}`],
    ['in a fence that is never closed', `\`\`\`\n${JSON_PLAN}`],
  ])('%s', (_, answer) => {
    const parsed = parsePlannerPlan(answer);
    expect('plan' in parsed && parsed.plan.steps.map((step) => step.id)).toEqual([
      'E1',
      'E2',
      'E3',
      'E4',
    ]);
  });

  it('keeps braces and quotes that stand in strings', () => {
    const task = 'print "}{" and \\ and #E1';
    const parsed = parsePlannerPlan(
      `so: ${JSON.stringify({ steps: [{ id: 'E1', agent: 'coder', task }] })} ok`,
    );
    expect('plan' in parsed && parsed.plan.steps[0]?.task).toBe(task);
  });
});

describe('C1 what cannot be read is shown raw, with a typed problem', () => {
  const step = { id: 'E1', agent: 'coder', task: 'x' };
  it.each([
    ['prose', 'I would first look around.', 'unreadable'],
    ['nothing', '', 'unreadable'],
    ['an object without steps', '{"task_summary": "x"}', 'unreadable'],
    ['a plan that is cut off', JSON_PLAN.slice(0, -30), 'unreadable'],
    ['steps that are no list', '{"steps": "E1 then E2"}', 'malformed'],
    ['no step', '{"steps": []}', 'malformed'],
    ['a step without a task', '{"steps": [{"id": "E1", "agent": "coder"}]}', 'malformed'],
    ['an id in odd Unicode', JSON.stringify({ steps: [{ ...step, id: 'E１' }] }), 'malformed'],
    [
      'an id with a Cyrillic letter',
      JSON.stringify({ steps: [{ ...step, id: 'Е1' }] }),
      'malformed',
    ],
    [
      'a duplicate key',
      `{"steps": [{"id":"E1","agent":"a","task":"x","task":"y"}]}`,
      'duplicate-key',
    ],
    ['steps twice', `{"steps": [], "steps": [${JSON.stringify(step)}]}`, 'duplicate-key'],
    ['a key twice, once escaped', `{"steps": [], "st\\u0065ps": []}`, 'duplicate-key'],
    ['10,000 steps', many(10_000), 'too-many-steps'],
    ['more than any plan is', 'x'.repeat(4_000_001), 'too-long'],
  ])('%s', (_, answer, code) => {
    const parsed = parsePlannerPlan(answer);
    if ('plan' in parsed) throw new Error('was read');
    expect(parsed.raw).toBe(answer);
    expect(parsed.warning).toMatch(/^The plan could not be read\. ./);
    expect(parsed.problems[0]?.code).toBe(code);
  });

  it('200 steps are still read', () => {
    expect('plan' in parsePlannerPlan(many(200))).toBe(true);
  });

  it('a __proto__ key pollutes nothing', () => {
    const parsed = parsePlannerPlan(
      `{"__proto__": {"polluted": true}, "steps": [${JSON.stringify(step)}]}`,
    );
    expect('plan' in parsed).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('C1 over any answer', () => {
  it('reads a plan or shows the answer raw, and never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '"',
      '\\',
      '{"steps":',
      '[',
      ']',
      '```',
      'a',
      '{"a":1}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const parsed = parsePlannerPlan(pieces.join(''));
        expect('plan' in parsed || parsed.problems.length > 0).toBe(true);
      }),
    );
  });

  it('is linear: a hostile answer is searched a bounded number of times', () => {
    const parsed = parsePlannerPlan('{"a":{'.repeat(20_000));
    expect('plan' in parsed).toBe(false);
  });

  it('finds a duplicate key exactly when there is one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(duplicateKey(JSON.stringify(value))).toBeNull();
      }),
    );
    expect(duplicateKey('{"a":[{"b":1},{"b":2}],"c":{"a":1}}')).toBeNull();
    expect(duplicateKey('{"x":{"a":"a","b":[1,2],"a":0}}')).toBe('a');
  });
});
