import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  filterCargoConfig,
  filterIni,
  filterMavenSettings,
  holdsCredential,
} from '../../../src/adapters/checks/package-configuration.ts';
import { findPackageSources } from '../../../src/adapters/checks/package-sources.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp('/tmp/package-sources-');
  return () => rm(home, { recursive: true });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(home, path)), { recursive: true });
  await writeFile(join(home, path), text);
}

describe('findPackageSources', () => {
  it('passes on where packages come from, and no token', async () => {
    const { variables } = await findPackageSources({
      HOME: home,
      npm_config_registry: 'https://mirror.test/',
      NPM_CONFIG_CAFILE: '/etc/ssl/mirror.pem',
      PIP_FIND_LINKS: '/srv/wheels',
      GOPROXY: 'file:///srv/go',
      HTTPS_PROXY: 'http://proxy.test:3128',
      SSL_CERT_FILE: '/etc/ssl/mirror.pem',
      NODE_AUTH_TOKEN: 'x',
      NPM_TOKEN: 'x',
      npm_config__authToken: 'x',
      GITHUB_TOKEN: 'x',
      ACTIONS_RUNTIME_TOKEN: 'x',
      GITHUB_ENV: '/x',
      AWS_SECRET_ACCESS_KEY: 'x',
      PIP_INDEX_URL: 'https://user:secret@mirror.test/simple',
      HTTP_PROXY: 'http://user:secret@proxy.test',
    });
    const given = Object.keys(variables).filter(
      (name) => !/AUDIT|FUND|NOTIFIER|VERSION_CHECK|TELEMETRY/i.test(name),
    );
    expect(given.sort()).toEqual(
      [
        'GOPROXY',
        'HTTPS_PROXY',
        'NPM_CONFIG_CAFILE',
        'PIP_FIND_LINKS',
        'SSL_CERT_FILE',
        'npm_config_registry',
      ].sort(),
    );
    expect(Object.values(variables)).not.toContain('x');
  });

  it('lets the sandbox see the places they name', async () => {
    const { readOnly } = await findPackageSources({
      PIP_FIND_LINKS: '/srv/wheels /srv/more /srv/pages/links.html',
      GOPROXY: 'file:///srv/go,https://proxy.test',
      PIP_EXTRA_INDEX_URL: 'file:///srv/mirror/simple/',
      NODE_EXTRA_CA_CERTS: '/srv/ca.pem',
    });
    expect(readOnly).toEqual([
      '/srv/wheels',
      '/srv/more',
      '/srv/pages',
      '/srv/go',
      '/srv/mirror',
      '/srv/ca.pem',
    ]);
  });

  it('copies the harmless part of the configuration files', async () => {
    await put(
      '.npmrc',
      '//mirror.test/:_authToken=abc\n@acme:registry=https://mirror.test/\nscript-shell=/bin/evil\n',
    );
    await put(
      '.config/pip/pip.conf',
      '[global]\nindex-url = https://u:p@mirror.test\nfind-links =\n    /srv/wheels\n    /srv/more\ntarget = /x\n',
    );
    const { files, readOnly } = await findPackageSources({ HOME: home });
    expect(files['.npmrc']).toContain('@acme:registry=https://mirror.test/');
    expect(files['.npmrc']).not.toMatch(/abc|evil/);
    expect(files['.config/pip/pip.conf']).toContain(
      'find-links =\n    /srv/wheels\n    /srv/more\n',
    );
    expect(files['.config/pip/pip.conf']).not.toMatch(/u:p|target/);
    expect(readOnly).toEqual(expect.arrayContaining(['/srv/wheels', '/srv/more']));
  });

  it('does without a home', async () => {
    expect((await findPackageSources({})).files).toEqual({});
  });
});

describe('filters', () => {
  it.each([
    ['https://user:pass@host/x', true],
    ['https://token@host/x', true],
    ['//host/:_authToken=abc', true],
    [`https://host/$${'{NPM_TOKEN}'}`, true],
    ['https://host/@scope/x', false],
    ['/srv/wheels', false],
  ])('%s holds a credential: %s', (text, expected) => {
    expect(holdsCredential(text)).toBe(expected);
  });

  it('ini: leaves nothing when nothing is wanted', () => {
    expect(filterIni(['[global]\n# registry = x\ntarget = y\n'], /^registry$/)).toBe('');
  });

  it('ini: makes one of several, in which the later one wins and no section stands twice', () => {
    const machine = '[global]\ncert = /a\ntimeout = 1\n[install]\ncert = /b\n';
    const own = '[global]\ncert = /c\n  /d\n';
    expect(filterIni([machine, own], /^(?:cert|timeout)$/)).toBe(
      '[global]\ncert = /c\n  /d\ntimeout = 1\n[install]\ncert = /b\n',
    );
    expect(filterIni(['a = 1\n', 'a = 2\n'], /^a$/)).toBe('a = 2\n');
  });

  it('cargo: keeps sources, leaves tokens, flags and aliases', () => {
    const config = `[registries.acme]
index = "sparse+https://mirror.test/"
token = "abc"
[build]
rustflags = ["-C", "linker=evil"]
[source.crates-io] # replaced
replace-with = "mirror"
[source.mirror]
registry = "https://u:p@mirror.test"
[source.disk]
directory = "/srv/crates"
[alias]
test = "run --evil"
`;
    expect(filterCargoConfig(config)).toBe(
      '[registries.acme]\nindex = "sparse+https://mirror.test/"\n[source.crates-io]\nreplace-with = "mirror"\n[source.disk]\ndirectory = "/srv/crates"\n',
    );
  });

  it('maven: keeps mirrors, leaves servers', () => {
    const mirrors = '<mirrors><mirror><url>https://mirror.test</url></mirror></mirrors>';
    const servers = '<servers><server><password>abc</password></server></servers>';
    expect(filterMavenSettings(`<settings>${servers}${mirrors}</settings>`)).toBe(
      `<settings>${mirrors}</settings>\n`,
    );
    expect(filterMavenSettings(`<settings>${servers}</settings>`)).toBe('');
  });
});
