import { randomBytes } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { SECRET_COLUMNS, type SecretKind, type SecretPlace } from './core/secret-columns.ts';
import { toEncryptionKey } from './encryption-keys.ts';
import { isSealed, NONCE_BYTES, openSecret, sealSecret, toSecretsKey } from './sealed-secret.ts';

const KEY = toSecretsKey('the secret of an installation, long enough');
const OTHER = toSecretsKey('the secret of another installation');
const PLACE: SecretPlace = { kind: 'singleSignOn', id: 100 };
const seal = (secret: string, place = PLACE, key = KEY) =>
  sealSecret(key, place, secret, randomBytes(NONCE_BYTES));

test.each(['x', 'JBSWY3DPEHPK3PXP', 'contraseña con ñ y 🔑', 'v1.not.sealed', ' '.repeat(1000)])(
  'reads %j again, and the stored text has none of it',
  (secret) => {
    const stored = seal(secret);
    expect(openSecret([OTHER, KEY], PLACE, stored)).toEqual({ secret });
    expect(isSealed(stored)).toBe(true);
    if (secret.length > 4) expect(stored).not.toContain(secret);
  },
);

it('never stores the same text twice', () => {
  expect(seal('the same')).not.toBe(seal('the same'));
});

const MOVED: [string, SecretPlace][] = [
  ['row', { ...PLACE, id: 101 }],
  ['kind of secret', { ...PLACE, kind: 'destinations' }],
];
test.each(MOVED)('can’t be read in another %s', (_what, place) => {
  expect(openSecret([KEY], place, seal('a secret'))).toEqual({ problem: 'damaged', keyId: KEY.id });
});

it('is bound to a place of its own for each kind', () => {
  const kinds = Object.keys(SECRET_COLUMNS) as SecretKind[];
  for (const kind of kinds)
    for (const other of kinds)
      expect('secret' in openSecret([KEY], { kind: other, id: 1 }, seal('a', { kind, id: 1 }))).toBe(
        kind === other,
      );
});

it('names the key that is needed', () => {
  expect(openSecret([OTHER], PLACE, seal('a secret'))).toEqual({ problem: 'unknownKey', keyId: KEY.id });
  expect(openSecret([], PLACE, seal('a secret'))).toEqual({ problem: 'unknownKey', keyId: KEY.id });
});

it('notices another key with the same name', () => {
  const forged = { ...OTHER, id: KEY.id };
  expect(openSecret([forged], PLACE, seal('a secret'))).toEqual({ problem: 'damaged', keyId: KEY.id });
});

it('notices each changed byte', () => {
  const [version, id, text = ''] = seal('ab').split('.');
  const bytes = Buffer.from(text, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const stored = [version, id, changed.toString('base64url')].join('.');
    expect([at, openSecret([KEY], PLACE, stored)]).toEqual([at, { problem: 'damaged', keyId: KEY.id }]);
  }
});

it('notices a missing end', () => {
  const stored = seal('a secret of some length');
  for (let length = `v1.${KEY.id}.`.length + 38; length < stored.length; length += 1)
    expect('problem' in openSecret([KEY], PLACE, stored.slice(0, length))).toBe(true);
});

test.each(['JBSWY3DPEHPK3PXP', 'whsec_abc', 'v1.0123456789abcdef.short', 'v1.0123', ''])(
  'reads %j, which an earlier version stored as it is',
  (stored) => {
    expect(openSecret([KEY], PLACE, stored)).toEqual({ secret: stored });
    expect(isSealed(stored)).toBe(false);
  },
);

it('derives another key than the one that encrypts recordings', () => {
  const bytes = new Uint8Array(32).fill(7);
  expect(toSecretsKey(bytes).id).not.toBe(toEncryptionKey(bytes).id);
  expect(toSecretsKey(bytes)).toEqual(toSecretsKey(bytes));
});
