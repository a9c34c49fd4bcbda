import { it } from 'vitest';
import { graphNeverFalselyDelivered } from '../app/planning/support/misbehaving-graph.ts';

it(
  'G whatever the agents of a graph’s nodes do, in whatever order: never a false "delivered", never silence',
  { timeout: 1_800_000 },
  () => graphNeverFalselyDelivered(Number(process.env.STORIES ?? 40)),
);
