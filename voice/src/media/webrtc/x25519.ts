/** Replaces the DTLS library's JavaScript X25519, which takes 5 to 10 ms per leg and 150 ms for the first leg. */
import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import nacl from 'tweetnacl';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const jwk = (publicKey: Uint8Array) => ({ kty: 'OKP', crv: 'X25519', x: base64url(publicKey) });

export function keyPair(): { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array } {
  const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  // Copies, because the library reads the whole underlying buffer.
  return { publicKey: Uint8Array.from(fromBase64url(x)), secretKey: Uint8Array.from(fromBase64url(d)) };
}

const fromBase64url = (text: string) => Buffer.from(text, 'base64url');

/** @throws if the public key is invalid or yields a zero secret */
export function sharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  // A private JWK must also contain our public key, but the computation ignores it, so any public key will do.
  const privateKey = createPrivateKey({
    key: { ...jwk(publicKey), d: base64url(secretKey) },
    format: 'jwk',
  });
  return Uint8Array.from(
    diffieHellman({ privateKey, publicKey: createPublicKey({ key: jwk(publicKey), format: 'jwk' }) }),
  );
}

export function installX25519(): void {
  nacl.box.keyPair = Object.assign(keyPair, { fromSecretKey: nacl.box.keyPair.fromSecretKey });
  nacl.scalarMult = Object.assign(sharedSecret, nacl.scalarMult);
}
