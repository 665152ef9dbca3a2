import { createHash, createVerify, X509Certificate } from 'node:crypto';
import {
  CipherContext,
  DtlsClient,
  DtlsServer,
  HashAlgorithm,
  NamedCurveAlgorithm,
  ProtectionProfileAes128CmHmacSha1_80,
  SignatureAlgorithm,
} from 'werift';
import type { SrtpKeys } from './srtp.ts';
import { installX25519 } from './x25519.ts';

installX25519();

/** Self-signed; one per process. The peer checks it by fingerprint. */
export interface Certificate {
  readonly certPem: string;
  readonly keyPem: string;
  readonly fingerprint: string;
}

const signatureHash = { signature: SignatureAlgorithm.ecdsa_3, hash: HashAlgorithm.sha256_4 };

export async function createCertificate(): Promise<Certificate> {
  const curve = NamedCurveAlgorithm.secp256r1_23;
  const generated = await CipherContext.createSelfSignedCertificateWithKey(signatureHash, curve);
  const { raw } = new X509Certificate(generated.certPem);
  return { certPem: generated.certPem, keyPem: generated.keyPem, fingerprint: sha256(raw) };
}

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

export interface DtlsOptions {
  readonly certificate: Certificate;
  readonly send: (data: Buffer) => void;
  readonly onKeys: (keys: { readonly local: SrtpKeys; readonly remote: SrtpKeys }) => void;
  readonly onError: (error: Error) => void;
}

/**
 * We are always the DTLS server (RFC 5764). werift doesn't verify that the peer holds the key of its certificate, so
 * this class does. Nothing received after the keys are known can change them. Receives only from addresses that ICE has
 * verified, so the first hello is answered without a cookie.
 */
export class DtlsHandshake {
  readonly #server: DtlsServer;
  readonly #options: DtlsOptions;
  #deliver: (data: Buffer) => void = () => {};
  #expectedFingerprint: string | null = null;
  #handshakeDone = false;
  #done = false;
  #helloSequence = -1;
  /** Arrival time of each fragment of the current hello, by offset: browser hellos exceed one datagram. */
  readonly #helloFragments = new Map<number, number>();

  constructor(options: DtlsOptions) {
    this.#options = options;
    const gate = { open: true };
    const setReceive = (receive: (data: Buffer) => void) => {
      this.#deliver = receive;
    };
    this.#server = new DtlsServer({
      cert: options.certificate.certPem,
      key: options.certificate.keyPem,
      signatureHash,
      srtpProfiles: [ProtectionProfileAes128CmHmacSha1_80],
      extendedMasterSecret: true,
      certificateRequest: true,
      transport: {
        type: 'leg',
        address: { address: '', family: '', port: 0 },
        closed: false,
        set onData(receive: (data: Buffer) => void) {
          setReceive(receive);
        },
        send: async (data) => {
          if (gate.open) options.send(data);
        },
        close: async () => {},
      },
    });
    skipCookie(this.#server, gate);
    this.#server.onConnect.once(() => {
      this.#handshakeDone = true;
      this.#finish();
    });
    this.#server.onError.subscribe((error) => {
      if (!this.#done) options.onError(asError(error));
    });
  }

  /** The handshake often finishes before the SDP answer arrives; the keys wait for the answer's fingerprint. */
  expectFingerprint(fingerprint: string): void {
    this.#expectedFingerprint = fingerprint;
    this.#finish();
  }

  receive(data: Buffer): void {
    if (this.#isStaleHello(data)) return;
    try {
      this.#deliver(data);
    } catch (error) {
      this.#options.onError(asError(error));
    }
  }

  close(): void {
    this.#done = true;
  }

  /**
   * werift restarts the handshake on every hello, so this drops repeated ones: hellos from an earlier round, duplicates
   * that waited in the socket during a stall, and all hellos after the handshake.
   */
  #isStaleHello(data: Buffer): boolean {
    if (
      data.length < 25 ||
      data[0] !== HANDSHAKE ||
      data[13] !== CLIENT_HELLO ||
      data.readUInt16BE(3) !== 0
    ) {
      return false;
    }
    const sequence = data.readUInt16BE(17);
    const now = performance.now();
    if (this.#handshakeDone || sequence < this.#helloSequence) return true;
    if (sequence > this.#helloSequence) this.#helloFragments.clear();
    this.#helloSequence = sequence;
    const offset = data.readUIntBE(19, 3);
    const arrivedAt = this.#helloFragments.get(offset);
    if (arrivedAt !== undefined && now - arrivedAt < DUPLICATE_WINDOW_MS) return true;
    if (this.#helloFragments.size < MAX_HELLO_FRAGMENTS) this.#helloFragments.set(offset, now);
    return false;
  }

  #finish(): void {
    if (this.#done || !this.#handshakeDone || this.#expectedFingerprint === null) return;
    this.#done = true;
    try {
      this.#verifyPeer(this.#expectedFingerprint);
      if (this.#server.srtp.srtpProfile === undefined) throw new Error('the peer negotiated no SRTP profile');
      const keys = this.#server.extractSessionKeys(16, 14);
      this.#options.onKeys({
        local: { key: bytes(keys.localKey), salt: bytes(keys.localSalt) },
        remote: { key: bytes(keys.remoteKey), salt: bytes(keys.remoteSalt) },
      });
    } catch (error) {
      this.#options.onError(asError(error));
    }
  }

  #verifyPeer(expected: string): void {
    const certificate = this.#server.remoteCertificate;
    if (certificate === undefined) throw new Error('the peer sent no certificate');
    if (sha256(certificate) !== expected) {
      throw new Error('the peer certificate does not match the fingerprint in its SDP');
    }
    const messages = this.#server.dtls.sortedHandshakeCache;
    const at = messages.findIndex(({ msg_type }) => msg_type === CERTIFICATE_VERIFY);
    const verify = messages[at]?.fragment;
    if (verify === undefined || verify.length < 4) throw new Error('the peer sent no CertificateVerify');
    const algorithm = verify.readUInt16BE(0);
    if (algorithm !== ECDSA_SHA256 && algorithm !== RSA_SHA256) {
      throw new Error(`the peer used an unknown signature algorithm: ${algorithm}`);
    }
    const signature = verify.subarray(4, 4 + verify.readUInt16BE(2));
    const transcript = createVerify('sha256');
    for (const message of messages.slice(0, at)) transcript.update(message.serialize());
    if (!transcript.verify(new X509Certificate(certificate).publicKey, signature)) {
      throw new Error('the peer does not hold the key of its certificate');
    }
  }
}

/**
 * werift answers a hello without a cookie by sending one and waiting for the next hello, which costs a round trip. Here
 * it performs that step with the gate closed, and then gets the same hello with the cookie. The transcript keeps the
 * hello as it was sent, and our messages count from 0.
 */
function skipCookie(server: DtlsServer, gate: { open: boolean }): void {
  const handle = server.onHandleHandshakes;
  server.onHandleHandshakes = async (messages) => {
    const hello = messages.find(({ msg_type }) => msg_type === CLIENT_HELLO);
    if (hello === undefined || hello.fragment[cookieOffset(hello.fragment)] !== 0) return handle(messages);
    if (server.dtls.flight !== SERVER_HELLO_FLIGHT) {
      gate.open = false;
      try {
        await handle([hello]);
      } finally {
        gate.open = true;
      }
      const { dtls } = server;
      const buffer = dtls.bufferHandshakeCache;
      dtls.bufferHandshakeCache = (_helloWithCookie, isLocal, flight) => {
        dtls.bufferHandshakeCache = buffer;
        dtls.sequenceNumber = 0;
        dtls.bufferHandshakeCache([hello], isLocal, flight);
      };
    }
    const fragment = withCookie(hello.fragment, server.dtls.cookie ?? Buffer.alloc(0));
    return handle([Object.assign(Object.create(hello), { fragment })]);
  };
}

/** Of a ClientHello's body: version, random, session ID, cookie (RFC 6347, 4.2.1). */
function cookieOffset(hello: Buffer): number {
  return 35 + (hello[34] ?? 0);
}

function withCookie(hello: Buffer, cookie: Buffer): Buffer {
  const at = cookieOffset(hello);
  return Buffer.concat([hello.subarray(0, at), Buffer.from([cookie.length]), cookie, hello.subarray(at + 1)]);
}

/** The first handshake of a process is many times slower and should not delay a call. Never rejects. */
export function warmUp(certificate: Certificate): Promise<void> {
  return new Promise((resolve) => {
    const server = new DtlsHandshake({
      certificate,
      send: (data) => setImmediate(() => end.receive(data)),
      onKeys: () => resolve(),
      onError: () => resolve(),
    });
    server.expectFingerprint(certificate.fingerprint);
    const end = createDtlsClient(certificate, (data) => void setImmediate(() => server.receive(data)));
    end.client.connect().catch(() => resolve());
  });
}

export function createDtlsClient(
  { certPem, keyPem }: Pick<Certificate, 'certPem' | 'keyPem'>,
  send: (data: Buffer) => void,
) {
  let receive: (data: Buffer) => void = () => {};
  const client = new DtlsClient({
    cert: certPem,
    key: keyPem,
    signatureHash,
    srtpProfiles: [ProtectionProfileAes128CmHmacSha1_80],
    extendedMasterSecret: true,
    transport: {
      type: 'memory',
      address: { address: '', family: '', port: 0 },
      closed: false,
      set onData(listener: (data: Buffer) => void) {
        receive = listener;
      },
      send: async (data) => send(data),
      close: async () => {},
    },
  });
  return { client, receive: (data: Buffer) => receive(data) };
}

/** RFC 6347 content and message types. */
const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
/** werift's number of the flight that starts with ServerHello. */
const SERVER_HELLO_FLIGHT = 4;
const DUPLICATE_WINDOW_MS = 40;
/** A hello has two or three fragments; the limit bounds memory. */
const MAX_HELLO_FRAGMENTS = 16;

/** RFC 5246: handshake type, and the signature schemes that werift requests. */
const CERTIFICATE_VERIFY = 15;
const ECDSA_SHA256 = 0x0403;
const RSA_SHA256 = 0x0401;

function bytes(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error('the DTLS library returned no key');
  return Uint8Array.from(value);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
