import { expect, it } from 'vitest';
import { z } from 'zod';
import { withMeteredModels } from '../../src/app/metered-models.ts';
import type { Model } from '../../src/ports.ts';
import { harnessAlone } from './work/support/harness-alone.ts';

const usage = { inputTokens: 100, cachedTokens: 0, outputTokens: 20, usd: 0.5 };
const request = { purpose: 'review', system: 's', prompt: 'p', schema: z.unknown() } as const;
const model = (ask: () => Promise<unknown>) => ({ id: 'openai/gpt-5', ask }) as unknown as Model;

it.each([
  ['an answer', async () => ({ answer: 1, usage }), 0.5],
  [
    'an answer that is of no use',
    () => Promise.reject(Object.assign(new Error('x'), { usage })),
    0.5,
  ],
  ['no answer at all', () => Promise.reject(new Error('x')), 0],
  [
    'an answer that cost nothing',
    async () => ({ answer: 1, usage: { ...usage, inputTokens: 0, outputTokens: 0, usd: 0 } }),
    0,
  ],
])('B5 what %s cost counts towards the budget', async (_, ask, usd) => {
  const { context } = harnessAlone('/nowhere');
  const { ports, log } = context;
  const models = { draft: null, plan: null, review: model(ask) };
  const metered = withMeteredModels({ ...ports, models }, log);
  await metered.models.review?.ask(request).catch(() => undefined);
  expect(log.state.usage.usd).toBe(usd);
  const asked = log.unpushed.filter(({ event }) => event.type === 'model-asked');
  expect(asked).toHaveLength(usd > 0 ? 1 : 0);
});
