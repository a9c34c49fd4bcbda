import { expect, it } from 'vitest';
import { standingLines } from '../../../src/core/render/standing-lines.ts';
import { renderStatus } from '../../../src/core/render/status.ts';
import { fold } from '../../../src/core/run/evolve.ts';
import { taskViewOf } from '../../../src/core/run/task-view-of.ts';
import { entriesOf } from '../../support/given.ts';
import { UP_TO_WORK } from '../../support/task.ts';
import { A_TO_F, GraphStory } from '../rules/planning/graph/graph-story.ts';
import { WORKING } from './view.ts';

const TASK = { repositoryUrl: 'https://x', taskId: 'a/b#1', issue: 1, ledgerTip: null };

it('C10 C12 the status tells the state of each node of a task graph, and why it stands there', () => {
  const story = new GraphStory(A_TO_F);
  story.schedule();
  story.pass('A');
  story.schedule();
  story.pass('B');
  story.fail('C', 'AC-1 is red');
  story.schedule();
  story.fail('C', 'AC-1 is still red');
  const view = taskViewOf({ ...fold(entriesOf(UP_TO_WORK)), graph: story.graph }, TASK);
  const lines = standingLines(view).filter((line) => line.startsWith('node '));
  expect(lines).toHaveLength(A_TO_F.length);
  expect(lines[0]).toMatch(/^node A: passed \(proved by .*EV/);
  expect(lines.find((line) => line.startsWith('node C'))).toMatch(
    /^node C: blocked, attempt 2 \(attempts: .*still red/,
  );
  expect(lines.find((line) => line.startsWith('node F'))).toMatch(
    /^node F: (?:pending|blocked).*\(/,
  );
  expect(renderStatus(view)).toContain('node C: blocked');
});

it('many nodes are counted, and a purpose is no markup', () => {
  const nodes = Array.from({ length: 70 }, (_, n) => ({
    id: `N${n}`,
    purpose: '@maya **do** it\n- [ ] now',
    state: 'pending' as const,
    attempts: 0,
    why: '',
  }));
  const lines = standingLines({ ...WORKING, nodes });
  expect(lines).toContain('and 10 more nodes');
  expect(lines.join('\n')).not.toContain('@maya');
});
