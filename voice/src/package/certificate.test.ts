import { createPrivateKey, X509Certificate } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../testing/scratch.ts';
import { keptCertificate, unusablePart } from './certificate.ts';

const DAY_MS = 24 * 60 * 60_000;
const folder = scratchFolder();
const now = Date.now();

test('the certificate is for the names of this machine and the host, and kept for the owner only', async () => {
  const at = join(folder, 'kept');
  const { cert, key } = await keptCertificate(at, 'voice.test', now);
  const parsed = new X509Certificate(cert);
  expect(parsed.checkHost('localhost') && parsed.checkHost('voice.test')).toBeTruthy();
  expect(parsed.checkIP('127.0.0.1') && parsed.checkIP('::1')).toBeTruthy();
  expect(parsed.checkHost('other.test')).toBeUndefined();
  expect(parsed.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(statSync(join(at, 'private-key.pem')).mode & 0o777).toBe(0o600);
  expect((await keptCertificate(at, 'voice.test', now)).cert).toBe(cert);
  // So that files can be put together.
  expect(cert).toMatch(/-----\n$/);
});

test.each<[string, (at: string) => Promise<string>]>([
  ['near its end', async (at) => (await keptCertificate(at, 'localhost', now + 370 * DAY_MS)).cert],
  ['without the host', async (at) => (await keptCertificate(at, 'other.test', now)).cert],
  [
    'that can’t be read',
    async (at) => {
      writeFileSync(join(at, 'certificate.pem'), 'no certificate');
      return (await keptCertificate(at, 'localhost', now)).cert;
    },
  ],
  [
    'whose key is another one',
    async (at) => {
      const other = await keptCertificate(`${at}-other`, 'localhost', now);
      writeFileSync(join(at, 'private-key.pem'), other.key);
      return (await keptCertificate(at, 'localhost', now)).cert;
    },
  ],
])('a certificate %s is replaced', async (reason, next) => {
  const at = join(folder, reason);
  const { cert } = await keptCertificate(at, 'localhost', now);
  expect(await next(at)).not.toBe(cert);
});

test('a certificate and key that can’t be used are named', async () => {
  const { cert, key } = await keptCertificate(join(folder, 'usable'), 'localhost', now);
  const other = await keptCertificate(join(folder, 'of-another'), 'localhost', now);
  expect(unusablePart({ cert, key })).toBeNull();
  expect(unusablePart({ cert: key, key: cert })).toBe('certificate');
  expect(unusablePart({ cert, key: cert })).toBe('key');
  expect(unusablePart({ cert, key: other.key })).toBe('pair');
});
