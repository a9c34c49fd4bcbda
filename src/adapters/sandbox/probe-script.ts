/**
 * Runs inside the sandbox, with Node and nothing else, and prints what it could do as one line of JSON. It only
 * observes: which answers are good is decided outside. Arguments: port of a listener on the host’s 127.0.0.1, path of
 * a file outside.
 */
export const PROBE_SCRIPT = `
const fs = require('node:fs'), net = require('node:net'), { spawnSync } = require('node:child_process');
const [port, outside] = process.argv.slice(1);
const works = (act) => { try { act(); return true; } catch { return false; } };
const starts = (...argv) => spawnSync(argv[0], argv.slice(1), { stdio: 'ignore', timeout: 5000 }).status === 0;
const reaches = (where) => new Promise((resolve) => {
  const socket = net.connect(where);
  const end = (answer) => { socket.destroy(); resolve(answer); };
  socket.once('connect', () => end(true)).once('error', () => end(false)).setTimeout(3000, () => end(false));
});
// Whether the proxy, where there is one, lets us through to the host.
const isProxied = (port) => new Promise((resolve) => {
  if (!process.env.HTTP_PROXY) return resolve(false);
  const { hostname, port: proxy } = new URL(process.env.HTTP_PROXY);
  const asked = require('node:http').request({ host: hostname, port: proxy, method: 'CONNECT', path: '127.0.0.1:' + port, timeout: 3000 });
  const end = (answer) => { asked.destroy(); resolve(answer); };
  asked.on('connect', ({ statusCode }) => end(statusCode === 200)).on('error', () => end(false)).on('timeout', () => end(false)).on('response', () => end(false)).end();
});
// The kernel does not count for root: only a fork that fails shows that the limit binds.
const forks = spawnSync('prlimit', ['--nproc=1', 'sh', '-c', 'echo started; (exit 0) & wait; echo forked'], { timeout: 5000 });
const said = String(forks.stdout ?? '');
const pids = works(() => fs.readdirSync('/proc')) ? fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)) : [];
const names = new Set();
for (const pid of pids) works(() => {
  for (const entry of fs.readFileSync('/proc/' + pid + '/environ', 'utf8').split('\\0')) if (entry) names.add(entry.split('=')[0]);
});
const limits = works(() => fs.readFileSync('/proc/self/limits')) ? fs.readFileSync('/proc/self/limits', 'utf8') : '';
const limited = (name) => limits.split('\\n').some((line) => line.startsWith(name) && !line.slice(name.length).trimStart().startsWith('unlimited'));
const sockets = ['/var/run/docker.sock', '/run/docker.sock', '/run/podman/podman.sock', '/run/containerd/containerd.sock'];
(async () => {
  const outsideReadable = works(() => fs.readFileSync(outside));
  works(() => fs.writeFileSync(outside, 'changed'));
  const daemons = await Promise.all(sockets.map((path) => reaches({ path })));
  console.log('\\n' + JSON.stringify({
    hostNetwork: await reaches({ host: '127.0.0.1', port: Number(port) }),
    proxied: await isProxied(port),
    processes: pids.length,
    outsideReadable,
    gitWritable: works(() => fs.writeFileSync('.git/probe', '')),
    rootWritable: works(() => fs.writeFileSync('written', '')),
    // Asked, not tried: without a sandbox it would be the host’s.
    systemWritable: ['/', '/usr', '/dev', '/proc/sys/kernel/core_pattern'].some((path) => works(() => fs.accessSync(path, fs.constants.W_OK))),
    environment: Object.keys(process.env),
    environmentsSeen: [...names],
    sudo: starts('sudo', '-n', 'true'),
    daemon: daemons.includes(true),
    userNamespace: starts('unshare', '--user', 'true'),
    processLimit: limited('Max processes') && said.startsWith('started') && !said.includes('forked'),
    fileLimit: limited('Max file size'),
    systemCallsFiltered: works(() => { if (!/^Seccomp:\\s*2/m.test(fs.readFileSync('/proc/self/status', 'utf8'))) throw 0; }),
  }));
})();
`;
