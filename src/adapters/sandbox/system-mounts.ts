import { lstat, mkdir, readdir, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INNER_HOME, type Mount } from './bubblewrap-arguments.ts';

/** What programs need of /etc, and nothing that could hold a secret: no shadow, no configuration of package managers. */
const ETC = [
  'alternatives',
  'ca-certificates',
  'crypto-policies',
  'fonts',
  'java',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'magic',
  'maven',
  'mime.types',
  'os-release',
  'pki/ca-trust',
  'pki/java',
  'pki/tls/certs',
  'protocols',
  'python3',
  'services',
  'ssl/certs',
  'ssl/cert.pem',
  'ssl/openssl.cnf',
  'timezone',
];
/** Of the kernel, not of the sandbox: for a root of the host they are writable, `core_pattern` and with it the host too. */
const PROC = ['/proc/sys', '/proc/fs', '/proc/acpi', '/proc/scsi'];
const SYSTEM_ROOTS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** The operating system, read-only: /usr, the links into it, the harmless part of /etc, and settings of the kernel. */
export async function systemMounts(): Promise<Mount[]> {
  const roots = await Promise.all(SYSTEM_ROOTS.map(rootMount));
  const java = (await readdir('/etc')).filter((name) => /^java-[\w.-]+$/.test(name));
  const etc = await Promise.all([...ETC, ...java].map((name) => fileMount(join('/etc', name))));
  const kernel = await readOnlyMounts(PROC);
  const usr: Mount = { kind: 'read-only', source: '/usr', target: '/usr' };
  return [usr, ...kernel, ...roots.flat(), ...etc.flat()];
}

/** Names and addresses: made by us, so that no account of the host shows; the host’s resolver only with network. */
export async function identityMounts(base: string, network: 'none' | 'open'): Promise<Mount[]> {
  const directory = join(base, 'etc');
  await mkdir(directory);
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const files: Record<string, string> = {
    passwd: `contractor:x:${uid}:${gid}::${INNER_HOME}:/bin/sh\n`,
    group: `contractor:x:${gid}:\n`,
    hosts: '127.0.0.1 localhost contractor\n::1 localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  };
  const made = Object.entries(files).map(async ([name, content]): Promise<Mount> => {
    await writeFile(join(directory, name), content);
    return { kind: 'read-only', source: join(directory, name), target: join('/etc', name) };
  });
  const shared = network === 'open' ? ['/etc/resolv.conf', '/etc/hosts'] : [];
  const resolver = await Promise.all(shared.map(fileMount));
  return [...(await Promise.all(made)), ...resolver.flat()];
}

/** Directories to see read-only at their own place; what does not exist is left out. */
export async function readOnlyMounts(paths: readonly string[]): Promise<Mount[]> {
  return (await Promise.all(paths.map(fileMount))).flat();
}

async function rootMount(path: string): Promise<Mount[]> {
  try {
    const isLink = (await lstat(path)).isSymbolicLink();
    if (isLink) return [{ kind: 'link', source: await readlink(path), target: path }];
    return [{ kind: 'read-only', source: path, target: path }];
  } catch {
    return [];
  }
}

async function fileMount(path: string): Promise<Mount[]> {
  try {
    return [{ kind: 'read-only', source: await realpath(path), target: path }];
  } catch {
    return [];
  }
}
