import { expect, it } from 'vitest';
import { startGitHub, trackerOf } from './support/github.ts';

it('at most one state label is on an issue; other labels stay', async () => {
  await using github = await startGitHub();
  await github.as('ada').addLabel(1, 'bug', 'Contractor: old');
  const tracker = trackerOf(github);
  const names = () => github.issue(1).labels.map(({ name }) => name);
  await tracker.setStateLabel(1, 'contractor: working');
  expect(names()).toEqual(['bug', 'contractor: working']);
  await tracker.setStateLabel(1, 'delivered');
  expect(names()).toEqual(['bug', 'contractor: delivered']);
  await tracker.setStateLabel(1, 'delivered');
  expect(names()).toEqual(['bug', 'contractor: delivered']);
  await tracker.setStateLabel(1, null);
  expect(names()).toEqual(['bug']);
});

it('a token that may not label says so; whether that matters its caller decides', async () => {
  await using github = await startGitHub();
  const token = github.token({ permissions: { issues: 'read' } });
  const work = trackerOf(github, { token }).setStateLabel(1, 'working');
  await expect(work).rejects.toMatchObject({ code: 'token-read-only' });
});

it('a schedule finds open issues by the trigger label and by any state label, not pull requests', async () => {
  const issue = (labels: string[], state: 'open' | 'closed' = 'open') => ({
    title: 'T',
    author: 'ada',
    labels,
    state,
  });
  await using github = await startGitHub({
    issues: [
      issue(['contractor']),
      issue([]),
      issue(['contractor: working']),
      issue(['contractor', 'contractor: delivered']),
      issue(['contractor'], 'closed'),
      issue(['bug']),
    ],
  });
  await github.as('ada').pushFiles('feature', { a: '1' });
  const pull = await github.as('ada').openPull({ title: 'P', head: 'feature', base: 'main' });
  await github.as('ada').addLabel(pull, 'contractor');
  expect(await trackerOf(github).openTasks('contractor')).toEqual([1, 3, 4]);
});

it('more than a page of tasks is read to the end', async () => {
  const issues = Array.from({ length: 101 }, () => ({
    title: 'T',
    author: 'ada',
    labels: ['contractor'],
  }));
  await using github = await startGitHub({ issues });
  expect(await trackerOf(github).openTasks('contractor')).toHaveLength(101);
});
