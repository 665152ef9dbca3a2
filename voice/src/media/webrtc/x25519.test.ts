import fc from 'fast-check';
import nacl from 'tweetnacl';
import { expect, test } from 'vitest';
import { installX25519, keyPair, sharedSecret } from './x25519.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const multiplyInJavaScript = nacl.scalarMult;

test('the shared secret equals the one that another implementation derives', () => {
  fc.assert(
    fc.property(key, key, (ours, theirs) => {
      const publicKey = multiplyInJavaScript.call(nacl, theirs, nacl.scalarMult.base(ours));
      expect(sharedSecret(ours, publicKey)).toEqual(multiplyInJavaScript.call(nacl, ours, publicKey));
    }),
    { numRuns: 30 },
  );
});

test('two generated key pairs derive the same secret', () => {
  const [ours, theirs] = [keyPair(), keyPair()];
  const secret = sharedSecret(ours.secretKey, theirs.publicKey);
  expect(secret).toHaveLength(32);
  expect(secret).toEqual(sharedSecret(theirs.secretKey, ours.publicKey));
  expect(secret.buffer.byteLength).toBe(32);
});

test('a public key that yields a zero secret is rejected', () => {
  expect(() => sharedSecret(keyPair().secretKey, new Uint8Array(32))).toThrow();
  expect(() => sharedSecret(keyPair().secretKey, new Uint8Array(5))).toThrow();
});

test('installX25519 replaces the functions of tweetnacl', () => {
  installX25519();
  const pair = nacl.box.keyPair();
  expect(pair.secretKey.buffer.byteLength).toBe(32);
  expect(() => nacl.scalarMult(pair.secretKey, new Uint8Array(32))).toThrow();
});
