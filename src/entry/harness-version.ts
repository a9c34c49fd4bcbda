import packageJson from '../../package.json' with { type: 'json' };

/** The version that stands in every record and evidence key. */
export function harnessVersion(): string {
  return packageJson.version;
}
