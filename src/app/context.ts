import type { Observation } from '../core/schema/observation.ts';
import type { Ports } from '../ports.ts';
import type { LookRequest } from './look-request.ts';
import type { Settings } from './settings.ts';
import type { TaskLog } from './task-log.ts';

/** What an effect may use. */
export interface Context {
  ports: Ports;
  settings: Settings;
  request: LookRequest;
  log: TaskLog;
  observation: Observation;
  /** Brings our comment up to date, at most every few seconds: people can watch the work. */
  showProgress: () => Promise<void>;
}
