import { describe, expect, it } from 'vitest';
import { runLogged } from '../../../src/adapters/process.ts';
import { createSecretScanner } from '../../../src/adapters/secrets/secret-scanner.ts';

// Put together here, so that no scanner of the repository takes this file for a leak.
const SECRETS = {
  aws: `AKIA${'IOSFODNN7EXABPLQ'}`,
  github: `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`,
  slack: `xoxb-${'123456789012-123456789012'}-${'abcdefghijklmnopqrstuvwx'}`,
  npm: `npm_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`,
  privatekey: [
    `-----BEGIN RSA ${'PRIVATE KEY'}-----`,
    'MIIEpAIBAAKCAQEAabcdefg1234567890abcdefghijklmnopqrstuvwxyz',
    'MIIEpAIBAAKCAQEAabcdefg1234567890abcdefghijklmnopqrstuvwxyz',
    `-----END RSA ${'PRIVATE KEY'}-----`,
  ].join('\n'),
};

describe('scan', () => {
  it.each(Object.entries(SECRETS))(
    'finds a token of the kind %s and says where',
    async (rule, secret) => {
      const findings = await createSecretScanner().scan(
        `first line\n\n${secret}\nlast`,
        'src/a.ts',
      );
      expect(findings).toEqual([{ rule, place: 'src/a.ts:3' }]);
      expect(JSON.stringify(findings)).not.toContain(secret.slice(0, 20));
    },
  );

  it.each([
    (secret: string) => `// secretlint-disable\n${secret}\n`,
    (secret: string) => `# secretlint-disable-next-line\n${secret}\n`,
    (secret: string) => `${secret} // secretlint-disable-line\n`,
    (secret: string) => `// secretlint-disable @secretlint/secretlint-rule-github\n${secret}\n`,
  ])('is not switched off by a comment in the text: %s', async (withComment) => {
    expect(await createSecretScanner().scan(withComment(SECRETS.github), 'a')).toHaveLength(1);
  });

  it.each([
    'const total = 123456789012; // account 123456789012',
    'sha 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '"integrity": "sha512-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw=="',
  ])('leaves ordinary text alone: %s', async (text) => {
    expect(await createSecretScanner().scan(text, 'a')).toEqual([]);
  });

  it.each([
    ['short', 'PRIVATE KEY', 'abc\n-----END'],
    ['of an Ed25519 pair', 'PRIVATE KEY', `${'MC4CAQAwBQYDK2VwBCIEI'.padEnd(64, 'x')}\n-----END`],
    ['encrypted', 'ENCRYPTED PRIVATE KEY', 'MIIFHDBOBgkq\n-----END'],
    ['of OpenPGP', 'PGP PRIVATE KEY BLOCK', '\nlQOYBF\n-----END'],
    ['cut off', 'EC PRIVATE KEY', 'MHcCAQEE'],
    ['of a text with Windows line ends', 'PRIVATE KEY', '\rMHcCAQEE'],
  ])('finds a private key that is %s', async (_, kind, body) => {
    const block = `-----BEGIN ${kind}-----\n${body}${body.endsWith('END') ? ` ${kind}-----` : ''}`;
    const scanner = createSecretScanner();
    for (const text of [`first\n${block}\n!`, JSON.stringify({ text: `first\n${block}\n!` })]) {
      const findings = await scanner.scan(text, 'id');
      expect(findings.map(({ rule }) => rule)).toEqual(['privatekey']);
      expect(await scanner.mask(text)).not.toContain(body.trim().slice(0, 5));
    }
    const lines = block.split('\n').map(() => '***');
    expect(await scanner.mask(`first\n${block}\n!`)).toBe(['first', ...lines, '!'].join('\n'));
  });

  it.each([
    `if (text.startsWith('-----BEGIN ${'PRIVATE KEY'}-----')) return 'pem';`,
    `The file begins with \`-----BEGIN ${'PRIVATE KEY'}-----\`\nand is read as it is.`,
    '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  ])('takes no mention of a key, and no public one, for a private key: %s', async (text) => {
    expect(await createSecretScanner().scan(text, 'a')).toEqual([]);
  });

  it('takes a text of nothing but beginnings of keys', async () => {
    const text = `-----BEGIN ${'PRIVATE KEY'}-----\n`.repeat(20_000);
    expect(await createSecretScanner().scan(text, 'a')).toEqual([]);
  });

  it('takes a megabyte on one line', async () => {
    const text = `${'a'.repeat(1_000_000)} ${SECRETS.github}`;
    expect(await createSecretScanner().scan(text, 'a')).toHaveLength(1);
  });
});

describe('mask', () => {
  it.each(Object.entries(SECRETS))('takes a token of the kind %s out', async (_rule, secret) => {
    const masked = await createSecretScanner().mask(`before ${secret} after`);
    expect(masked).toBe(`before ${secret.replace(/.+/g, '***')} after`);
  });

  it.each([
    ['as it stands', 's3cr3t/value+x', 's3cr3t/value+x'],
    ['in a URL', 's3cr3t/value+x', encodeURIComponent('s3cr3t/value+x')],
    ['in base64', 's3cr3t/value+x', Buffer.from('s3cr3t/value+x').toString('base64')],
    ['in base64url', 's3cr3t?>value~x', Buffer.from('s3cr3t?>value~x').toString('base64url')],
    ['in hexadecimal', 's3cr3t/value+x', Buffer.from('s3cr3t/value+x').toString('hex')],
    ['line by line', 'first line of it\nsecond line of it', 'second line of it'],
  ])('takes a known value out %s', async (_how, known, written) => {
    expect(await createSecretScanner([known]).mask(`a ${written} b ${written}`)).toBe(
      'a *** b ***',
    );
  });

  it.each(['', 'a', 'ab', 'abc', 'x-access-token:'])(
    'takes a known value out of the base64 of a longer text: %j before it',
    async (before) => {
      const value = 'ghs-s3cr3t-value-of-the-test';
      const encoded = Buffer.from(`${before}${value}:and more`).toString('base64');
      const masked = await createSecretScanner([value]).mask(`Authorization: basic ${encoded}`);
      const left = Buffer.from(masked.replace(/.* /, ''), 'base64').toString('latin1');
      expect(masked).toContain('***');
      expect(left).not.toMatch(/s3cr3t|value/);
    },
  );

  it('finds in a log whatever was cut out of its middle no half of a secret', async () => {
    const value = 'ghs-s3cr3t-value-of-the-test';
    const scanner = createSecretScanner([value]);
    const source = `for (let n = 0; n < 500; n++) console.log('x'.repeat(n % 37) + ' ${value}')`;
    for (let limit = 600; limit < 700; limit += 7) {
      const argv = [process.execPath, '-e', source];
      const { output } = await runLogged({ argv, cwd: '/', env: {}, maximumOutputBytes: limit });
      expect(await scanner.mask(output.toString())).not.toMatch(/ghs|s3cr|cr3t|alue|test/);
    }
  });

  it('masks two that touch or overlap as one', async () => {
    const scanner = createSecretScanner(['abcdefghij', 'fghijklmno']);
    expect(await scanner.mask('xabcdefghijklmnoy')).toBe('x***y');
  });

  it('does not take short values for secrets', async () => {
    expect(await createSecretScanner(['true', '']).mask('it is true')).toBe('it is true');
  });

  it('changes nothing in a text without secrets', async () => {
    expect(await createSecretScanner(['some-known-value']).mask('plain\ntext')).toBe('plain\ntext');
  });
});
