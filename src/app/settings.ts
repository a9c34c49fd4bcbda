import type { Configuration } from '../core/schema/configuration.ts';

/** What a look needs to know besides the ports; chosen once, in entry/compose.ts. */
export interface Settings {
  repository: { owner: string; name: string };
  /** Where people see the repository, like https://github.com. */
  serverUrl: string;
  configuration: Configuration;
  harnessVersion: string;
  /** Programs that run checks, with versions: part of every evidence key. */
  toolchain: string;
  /** Least time between two looks at the issue while an agent works, in milliseconds. */
  pollMs: number;
}

/** The branch a task delivers on. One per issue, for ever the same. */
export function branchOf(settings: Settings, issue: number): string {
  return `${settings.configuration.branches.prefix}issue-${issue}`;
}

/** How a task is named in records: owner/repository#number. */
export function taskIdOf(settings: Pick<Settings, 'repository'>, issue: number): string {
  return `${settings.repository.owner}/${settings.repository.name}#${issue}`;
}
