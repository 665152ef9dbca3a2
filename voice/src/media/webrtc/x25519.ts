/**
 * X25519 by Node's own crypto for the handshake's library, which else multiplies in plain JavaScript: 5 to 10 ms of
 * the media process for each leg, and 150 ms for the first one.
 */
import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import nacl from 'tweetnacl';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const jwk = (publicKey: Uint8Array) => ({ kty: 'OKP', crv: 'X25519', x: base64url(publicKey) });

/** @returns both halves of a new pair, 32 bytes each */
export function keyPair(): { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array } {
  const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  // Copies with a buffer of their own: the library reads the whole buffer behind the bytes.
  return { publicKey: Uint8Array.from(fromBase64url(x)), secretKey: Uint8Array.from(fromBase64url(d)) };
}

const fromBase64url = (text: string) => Buffer.from(text, 'base64url');

/**
 * @param secretKey 32 bytes of our own pair
 * @param publicKey 32 bytes of the peer's
 * @returns the shared secret, 32 bytes
 * @throws when the peer's key is none, or one whose secret would be all zeros
 */
export function sharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  // The format asks for our own public half too, and the multiplication does not look at it.
  const privateKey = createPrivateKey({
    key: { ...jwk(publicKey), d: base64url(secretKey) },
    format: 'jwk',
  });
  return Uint8Array.from(
    diffieHellman({ privateKey, publicKey: createPublicKey({ key: jwk(publicKey), format: 'jwk' }) }),
  );
}

/** From now on the library's own name for the multiplication means ours. */
export function installX25519(): void {
  nacl.box.keyPair = Object.assign(keyPair, { fromSecretKey: nacl.box.keyPair.fromSecretKey });
  nacl.scalarMult = Object.assign(sharedSecret, nacl.scalarMult);
}
