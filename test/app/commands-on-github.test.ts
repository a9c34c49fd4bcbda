import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Product } from './support/product.ts';

const ISSUE = { title: 'Greet people', body: 'The greeting must name people.', author: 'mia' };

describe('commands where people write them', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start({
      files: { 'README.md': '# Greet\n' },
      people: [
        { login: 'mia', permission: 'maintain' },
        { login: 'rea', permission: 'read' },
      ],
      labels: ['contractor'],
      issues: [ISSUE, ISSUE, ISSUE],
    });
  });
  afterAll(() => product[Symbol.asyncDispose]());
  const ours = (issue: number) =>
    product.github.comments(issue).filter(({ body }) => body.startsWith('<!-- contractor:'));

  it('help without a task is one comment of ours, which the task takes over', async () => {
    const { github } = product;
    await product.on('issue_comment', () => github.as('mia').comment(1, '/contract help'));
    await product.on('issue_comment', () => github.as('mia').comment(1, '/contract status'));
    expect(ours(1).map(({ body }) => body)).toEqual([
      expect.stringContaining('/contract adopt <comment>'),
    ]);
    await product.on('issues', () => github.as('mia').addLabel(1, 'contractor'));
    expect(ours(1)).toHaveLength(1);
    expect(ours(1)[0]?.body).toContain('**Goal:**');
  });

  it('an outsider cannot make us comment', async () => {
    const { github } = product;
    await product.on('issue_comment', () => github.as('rea').comment(2, '/contract help'));
    expect(ours(2)).toEqual([]);
  });

  it('a command is acknowledged with eyes, an unknown one with confusion, and both in one comment of ours', async () => {
    const { github } = product;
    await product.on('issues', () => github.as('mia').addLabel(3, 'contractor'));
    const reacted = (id: number) =>
      github.requests
        .filter(({ path }) => path.endsWith(`/comments/${id}/reactions`))
        .map(({ method }) => method);
    let [known, unknown, plain] = [0, 0, 0];
    await product.on('issue_comment', async () => {
      known = await github.as('mia').comment(3, '/Contract STATUS please');
      unknown = await github.as('mia').comment(3, '/contract aprove');
      plain = await github.as('mia').comment(3, '> /contract stop\n\n`/contract stop`');
    });
    expect([reacted(known), reacted(unknown), reacted(plain)]).toEqual([['POST'], ['POST'], []]);
    expect(ours(3)).toHaveLength(1);
    expect(ours(3)[0]?.body).toContain('What exactly was requested?');
    expect(ours(3)[0]?.body).toContain('there is no `/contract aprove`');
  });

  it('our comment is put back when somebody edits or deletes it, and what stood in it is no approval', async () => {
    const { github } = product;
    const [before] = ours(3);
    if (!before) throw new Error('no comment');
    const { state } = await product.on('issue_comment', () =>
      github.as('mia').editComment(before.id, `${before.body}\n\n/contract approve`),
    );
    expect(state.approval.approved).toEqual([]);
    expect(ours(3)[0]?.body).toContain('edited by mia');
    expect(ours(3)[0]?.body).not.toContain('\n/contract approve');
    await product.on('issue_comment', () => github.as('mia').deleteComment(before.id));
    expect(ours(3)).toHaveLength(1);
    expect(ours(3)[0]?.id).not.toBe(before.id);
  });
});
