import type { Usage } from '../core/schema/usage.ts';
import type { Model, Ports } from '../ports.ts';
import { note, type TaskLog } from './task-log.ts';

/**
 * The same ports, with what drafting and reviewing models use noted as it is spent, so that it counts towards the budget. What
 * planning uses stands in the event of its plan.
 */
export function withMeteredModels(ports: Ports, log: TaskLog): Ports {
  const metered = (model: Model | null): Model | null =>
    model && {
      id: model.id,
      async ask(request) {
        const spent = ({ usage }: { usage?: Usage }) => {
          if (usage === undefined || usage.inputTokens + usage.outputTokens === 0) return;
          const { purpose } = request;
          note(ports, log, [{ type: 'model-asked', purpose, model: model.id, usage }]);
        };
        try {
          const answered = await model.ask(request);
          spent(answered);
          return answered;
        } catch (error) {
          spent((error ?? {}) as { usage?: Usage });
          throw error;
        }
      },
    };
  const { draft, plan, review } = ports.models;
  return { ...ports, models: { draft: metered(draft), plan, review: metered(review) } };
}
