import type { Sandbox } from '../../ports.ts';

/** How a program says its version, where it is not `--version`, and what it stands on. */
const PROGRAMS: Record<string, { ask?: string[]; standsOn?: string[] }> = {
  node: {},
  npm: { standsOn: ['node'] },
  npx: { standsOn: ['node'] },
  pnpm: { standsOn: ['node'] },
  yarn: { standsOn: ['node'] },
  bun: {},
  deno: {},
  python: {},
  python3: {},
  pytest: {},
  tox: { standsOn: ['python3'] },
  uv: {},
  poetry: { standsOn: ['python3'] },
  go: { ask: ['version'] },
  cargo: { standsOn: ['rustc'] },
  rustc: {},
  mvn: {},
  gradle: {},
  ruby: {},
  bundle: { standsOn: ['ruby'] },
  rake: { standsOn: ['ruby'] },
  php: {},
  composer: { standsOn: ['php'] },
  dotnet: {},
  make: {},
  just: {},
  task: {},
};

/** Answers `npm 11.1.0, node v24.2.0` for a program; its bare name when it is none whose version can be asked. */
export type VersionOf = (
  program: string,
  where: { root: string; cwd: string; home: string },
) => Promise<string>;

/** Asks each program once; those inside the checkout once for each checkout. */
export function versionAsker(sandbox: Sandbox): VersionOf {
  const known = new Map<string, Promise<string>>();
  return async (program, where) => {
    const name = program.slice(program.lastIndexOf('/') + 1);
    const asked = PROGRAMS[name];
    if (!asked) return program;
    const all = [program, ...(asked.standsOn ?? [])];
    const versions = all.map((one) => {
      const key = one.includes('/') ? `${where.root} ${where.cwd} ${one}` : one;
      const answer = known.get(key) ?? ask(sandbox, one, asked.ask ?? ['--version'], where);
      known.set(key, answer);
      return answer;
    });
    return (await Promise.all(versions)).join(', ').slice(0, 500);
  };
}

async function ask(
  sandbox: Sandbox,
  program: string,
  question: string[],
  where: { root: string; cwd: string; home: string },
): Promise<string> {
  const result = await sandbox.run({
    argv: [program, ...question],
    ...where,
    timeoutSeconds: 30,
    network: 'none',
    variables: {},
  });
  const line = result.output.split('\n').find((text) => /\d+\.\d+/.test(text)) ?? '';
  const version = /v?\d+\.\d[\w.+-]*/.exec(line)?.[0];
  return result.exitCode === 0 && version
    ? `${program} ${version}`
    : `${program} (version unknown)`;
}
