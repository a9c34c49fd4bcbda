import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  filterCargoConfig,
  filterIni,
  filterMavenSettings,
  holdsCredential,
} from './package-configuration.ts';

/** What a set-up needs to install packages as the caller would: never a token (docs/sandbox.md has the list). */
export interface PackageSources {
  variables: Record<string, string>;
  /** Host paths that the variables or files name. */
  readOnly: string[];
  /** Files for HOME: path relative to it, and text. */
  files: Record<string, string>;
}

/** Passed on when the caller has them, unless the value holds a credential. */
const VARIABLES: readonly RegExp[] = [
  /^(?:https?|all|no)_proxy$/i,
  /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_CAINFO|NIX_SSL_CERT_FILE)$/,
  /^npm_config_(?:registry|cafile|ca|proxy|https_proxy|noproxy|strict_ssl|nodedir|offline|prefer_offline|fetch_\w+)$/i,
  /^(?:COREPACK_NPM_REGISTRY|YARN_NPM_REGISTRY_SERVER)$/,
  /^PIP_(?:INDEX_URL|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX|CERT|TRUSTED_HOST|DEFAULT_TIMEOUT|RETRIES|PREFER_BINARY)$/,
  /^UV_(?:INDEX_URL|EXTRA_INDEX_URL|DEFAULT_INDEX|INDEX|FIND_LINKS|NO_INDEX|OFFLINE|NATIVE_TLS)$/,
  /^(?:GOPROXY|GOSUMDB|GONOSUMDB|GONOPROXY|GOPRIVATE|GOINSECURE|GOFLAGS|GOTOOLCHAIN)$/,
  /^CARGO_(?:NET_OFFLINE|HTTP_CAINFO|HTTP_PROXY)$/,
];

/** Package managers that would otherwise ask, advertise, or phone home. */
const QUIET = {
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
};

type Filter = (texts: readonly string[]) => string;

const NPM_KEY =
  /^(?:(?:@[\w.-]+:)?registry|cafile|ca|proxy|https-proxy|noproxy|strict-ssl|nodedir|offline|prefer-offline|fetch-[\w-]+|omit-lockfile-registry-resolved)$/;
const PIP_KEY =
  /^(?:index-url|extra-index-url|find-links|no-index|cert|trusted-host|timeout|retries|proxy|prefer-binary|only-binary)$/;
const npm: Filter = (texts) => filterIni(texts, NPM_KEY);
const pip: Filter = (texts) => filterIni(texts, PIP_KEY);

/** Where callers keep their configuration, machine-wide first; each is filtered and put where HOME’s own would be. */
function configurations(
  caller: Caller,
  home: string,
): { target: string; from: string[]; filter: Filter }[] {
  const cargoHome = caller.CARGO_HOME ?? join(home, '.cargo');
  return [
    {
      target: '.npmrc',
      from: [
        '/etc/npmrc',
        caller.NPM_CONFIG_GLOBALCONFIG,
        caller.NPM_CONFIG_USERCONFIG ?? join(home, '.npmrc'),
      ].filter((path) => path !== undefined),
      filter: npm,
    },
    {
      target: '.config/pip/pip.conf',
      from: ['/etc/pip.conf', caller.PIP_CONFIG_FILE ?? join(home, '.config/pip/pip.conf')],
      filter: pip,
    },
    {
      target: '.cargo/config.toml',
      from: [join(cargoHome, 'config.toml')],
      filter: ([text = '']) => filterCargoConfig(text),
    },
    {
      target: '.m2/settings.xml',
      from: [join(home, '.m2/settings.xml')],
      filter: ([text = '']) => filterMavenSettings(text),
    },
  ];
}

type Caller = Readonly<Record<string, string | undefined>>;

/** Reads the caller’s environment and configuration files for what an allow-list lets through. */
export async function findPackageSources(caller: Caller): Promise<PackageSources> {
  const home = caller.HOME;
  const variables: Record<string, string> = { ...QUIET };
  for (const [name, value] of Object.entries(caller)) {
    const isAllowed = VARIABLES.some((pattern) => pattern.test(name));
    if (value !== undefined && isAllowed && !holdsCredential(value)) variables[name] = value;
  }
  const files: Record<string, string> = {};
  for (const { target, from, filter } of home ? configurations(caller, home) : []) {
    const texts = await Promise.all(from.map((path) => readFile(path, 'utf8').catch(() => '')));
    const kept = filter(texts);
    if (kept !== '') files[target] = kept;
  }
  const named = [...Object.values(variables), ...Object.values(files)].flatMap(pathsIn);
  return { variables, readOnly: [...new Set(named.map(withNeighbours))], files };
}

const PLACES = /(?:^|[\s="':,;|>])((?:file:\/\/)?\/[^\s"',;|<>]+)/g;

/** Absolute paths that a value names: certificates, directories of wheels, registries on disk. */
function pathsIn(text: string): string[] {
  const found = [...text.matchAll(PLACES)].map(([, place]) => place ?? '');
  return found
    .flatMap((place) => (place.startsWith('file://') ? asPath(place) : place.split(':')))
    .filter((path) => isAbsolute(path) && !path.startsWith('//') && dirname(path) !== '/');
}

/** A page of links (`find-links` takes one) needs the files beside it, and so does a mirror’s `simple` index. */
function withNeighbours(path: string): string {
  const folder = dirname(path);
  const pointsBeside = path.endsWith('.html') || basename(path.replace(/\/$/, '')) === 'simple';
  return pointsBeside && dirname(folder) !== folder ? folder : path;
}

function asPath(url: string): string[] {
  try {
    return [fileURLToPath(url)];
  } catch {
    return [];
  }
}
