/** Where programs in the sandbox find the proxy: in a network namespace of their own, where this port is free. */
const PROXY_PORT = 23128;

/**
 * Runs inside the sandbox as the parent of the program: a port on the namespace’s own 127.0.0.1 that leads to the
 * proxy’s Unix socket, the only thing mounted from outside. The program starts when the port answers, and ends with the
 * relay. Arguments: socket, port, the program’s own.
 */
const RELAY_SCRIPT = `
const net = require('node:net'), os = require('node:os'), { spawn } = require('node:child_process');
const [path, port, ...argv] = process.argv.slice(1);
const server = net.createServer({ allowHalfOpen: true }, (inner) => {
  const outer = net.connect({ path, allowHalfOpen: true });
  const end = () => { inner.destroy(); outer.destroy(); };
  inner.on('error', end).pipe(outer).on('error', end).pipe(inner);
});
const fail = (error) => { console.error(String(error)); process.exit(125); };
server.on('error', fail).listen(Number(port), '127.0.0.1', () => {
  spawn(argv[0], argv.slice(1), { stdio: 'inherit' }).on('error', fail)
    .on('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
});`;

/** Paths inside the sandbox: nothing else of the host lies there. */
export const RELAY_NODE = '/run/contractor/node';
export const RELAY_SOCKET = '/run/contractor/proxy.sock';

/**
 * The command that runs a program behind the relay. The relay itself gets nothing of the program’s environment: no
 * variable of a repository (NODE_OPTIONS) makes it run something else.
 */
export function behindRelay(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): string[] {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return [
    ...[RELAY_NODE, '-e', RELAY_SCRIPT, '--', RELAY_SOCKET, String(PROXY_PORT)],
    ...['/usr/bin/env', '-i', ...variables],
    ...argv,
  ];
}

const PROXY = `http://127.0.0.1:${PROXY_PORT}`;
const NOT_PROXIED = 'localhost,127.0.0.1,::1';
const JAVA = ['http', 'https']
  .flatMap((scheme) => [`-D${scheme}.proxyHost=127.0.0.1`, `-D${scheme}.proxyPort=${PROXY_PORT}`])
  .join(' ');

/** How programs learn of the proxy: curl, git, pip, npm, Cargo, Go by the first; Node’s own fetch; Maven and Gradle. */
export const PROXY_VARIABLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [
      [name, PROXY],
      [name.toUpperCase(), PROXY],
    ]),
  ),
  no_proxy: NOT_PROXIED,
  NO_PROXY: NOT_PROXIED,
  NODE_USE_ENV_PROXY: '1',
  MAVEN_OPTS: JAVA,
  GRADLE_OPTS: JAVA,
};
