import { it } from 'vitest';
import { neverFalselyDelivered } from '../app/work/support/misbehaving-agent.ts';

it(
  'G whatever an agent does, in whatever order: never a false "delivered", never silence',
  {
    timeout: 900_000,
  },
  () => neverFalselyDelivered(40),
);
