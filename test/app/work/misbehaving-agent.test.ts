import { it } from 'vitest';
import { neverFalselyDelivered } from './support/misbehaving-agent.ts';

it(
  'G whatever an agent does, in whatever order: never a false "delivered", never silence',
  {
    timeout: 300_000,
  },
  () => neverFalselyDelivered(2),
);
