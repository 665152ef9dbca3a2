/** A passkey in software: what a browser sends for WebAuthn options. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface AskedOptions {
  readonly challenge: string;
}

export interface TestAuthenticator {
  readonly id: string;
  create(options: AskedOptions): { readonly id: string };
  get(
    options: AskedOptions,
    changes?: { readonly verified?: boolean; readonly origin?: string },
  ): {
    readonly id: string;
  };
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

export function createTestAuthenticator(origin = 'http://localhost:8080'): TestAuthenticator {
  const party = sha256(new URL(origin).hostname);
  const credential = randomBytes(16);
  const id = base64(credential);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let counter = 0;

  function authenticatorData(flags: number, rest: Uint8Array = new Uint8Array()): Buffer {
    counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([party, head, rest]);
  }

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const answer = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    create({ challenge }) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const rest = Buffer.concat([Buffer.alloc(16), length, credential, isoCBOR.encode(key)]);
      const authData = new Uint8Array(authenticatorData(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, rest));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return answer({
        clientDataJSON: base64(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      });
    },
    get({ challenge }, { verified = true, origin: from = origin } = {}) {
      const client = clientData('webauthn.get', challenge, from);
      const data = authenticatorData(USER_PRESENT | (verified ? USER_VERIFIED : 0));
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
      });
    },
  };
}
