import { z } from 'zod';

/** The schema of one type of event. */
export const eventType = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape });
