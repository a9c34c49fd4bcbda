import { z } from 'zod';

const Names = z.record(z.string(), z.unknown()).catch({});
const PackageJson = z.object({
  scripts: z.record(z.string(), z.string().catch('')).catch({}).default({}),
  dependencies: Names.default({}),
  devDependencies: Names.default({}),
  optionalDependencies: Names.default({}),
  peerDependencies: Names.default({}),
  workspaces: z.unknown().optional(),
  packageManager: z.string().catch('').default(''),
});
export type PackageJson = z.infer<typeof PackageJson>;

/** Reads a package.json that anybody may have written. What is of the wrong type is taken for absent. */
export function readPackageJson(text: string): { json: PackageJson } | { problem: string } {
  try {
    const read = PackageJson.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    return read.success ? { json: read.data } : { problem: 'is no JSON object' };
  } catch {
    return { problem: 'is not valid JSON' };
  }
}

/** Whether anything must be installed before its scripts can run. */
export function needsInstall(json: PackageJson): boolean {
  const groups = [
    json.dependencies,
    json.devDependencies,
    json.optionalDependencies,
    json.peerDependencies,
  ];
  return json.workspaces !== undefined || groups.some((group) => Object.keys(group).length > 0);
}
