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

/** Our certificate: one for the life of the process, self-signed; the peer knows it by its fingerprint. */
export interface Certificate {
  readonly certPem: string;
  readonly keyPem: string;
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
}

const signatureHash = { signature: SignatureAlgorithm.ecdsa_3, hash: HashAlgorithm.sha256_4 };

export async function createCertificate(): Promise<Certificate> {
  const curve = NamedCurveAlgorithm.secp256r1_23;
  const made = await CipherContext.createSelfSignedCertificateWithKey(signatureHash, curve);
  const { raw } = new X509Certificate(made.certPem);
  return { certPem: made.certPem, keyPem: made.keyPem, fingerprint: sha256(raw) };
}

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

export interface DtlsOptions {
  readonly certificate: Certificate;
  readonly send: (data: Buffer) => void;
  readonly onKeys: (keys: { readonly local: SrtpKeys; readonly remote: SrtpKeys }) => void;
  readonly onFault: (error: Error) => void;
}

/**
 * The DTLS handshake (RFC 5764) of one leg; we are always the server. The library makes the handshake; that the
 * peer holds the key of the expected certificate is verified here, because the library takes its word for it.
 * When the keys are known the handshake's work is done: nothing that comes later changes them.
 */
export class DtlsHandshake {
  readonly #server: DtlsServer;
  readonly #options: DtlsOptions;
  #deliver: (data: Buffer) => void = () => {};
  #expectedFingerprint: string | null = null;
  #handshakeDone = false;
  #done = false;
  #helloSequence = -1;
  /** When each piece of this sequence's hello came, by its offset: a browser's hello is too long for one datagram. */
  readonly #helloFragments = new Map<number, number>();

  constructor(options: DtlsOptions) {
    this.#options = options;
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
        send: async (data) => options.send(data),
        close: async () => {},
      },
    });
    this.#server.onConnect.once(() => {
      this.#handshakeDone = true;
      this.#finish();
    });
    this.#server.onError.subscribe((error) => {
      if (!this.#done) options.onFault(asError(error));
    });
  }

  /**
   * The peer's description has expected this certificate (SHA-256, lower-case hex). A browser that answers our
   * offer is often faster with its handshake than its answer: the keys wait for it.
   */
  expectFingerprint(fingerprint: string): void {
    this.#expectedFingerprint = fingerprint;
    this.#finish();
  }

  /** Takes a DTLS datagram of the peer. */
  receive(data: Buffer): void {
    if (this.#isStaleHello(data)) return;
    try {
      this.#deliver(data);
    } catch (error) {
      this.#options.onFault(asError(error));
    }
  }

  close(): void {
    this.#done = true;
  }

  /**
   * The library begins anew with every hello, whatever it has done since. So hellos that can only be a repetition
   * are kept from it: one of an earlier sequence, one whose twin was answered a moment ago (both waited in the socket
   * during a stall), and any after the keys are agreed.
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
    const cameAt = this.#helloFragments.get(offset);
    if (cameAt !== undefined && now - cameAt < DUPLICATE_WINDOW_MS) return true;
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
      this.#options.onFault(asError(error));
    }
  }

  #verifyPeer(expected: string): void {
    const certificate = this.#server.remoteCertificate;
    if (certificate === undefined) throw new Error('the peer showed no certificate');
    if (sha256(certificate) !== expected) {
      throw new Error('the certificate of the peer is not the one that its description expected');
    }
    const messages = this.#server.dtls.sortedHandshakeCache;
    const at = messages.findIndex(({ msg_type }) => msg_type === CERTIFICATE_VERIFY);
    const verify = messages[at]?.fragment;
    if (verify === undefined || verify.length < 4) throw new Error('the peer did not prove its certificate');
    const algorithm = verify.readUInt16BE(0);
    if (algorithm !== ECDSA_SHA256 && algorithm !== RSA_SHA256) {
      throw new Error(`the peer signed with the unknown algorithm ${algorithm}`);
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
 * Makes one handshake with ourselves. The first one of a process takes many times as long as the later ones
 * (nothing is compiled yet); it should not be that of a call. Resolves when it is done or has failed.
 */
export function warmUp(certificate: Certificate): Promise<void> {
  return new Promise((resolve) => {
    const server = new DtlsHandshake({
      certificate,
      send: (data) => setImmediate(() => end.take(data)),
      onKeys: () => resolve(),
      onFault: () => resolve(),
    });
    server.expectFingerprint(certificate.fingerprint);
    const end = createDtlsClient(certificate, (data) => void setImmediate(() => server.receive(data)));
    end.client.connect().catch(() => resolve());
  });
}

/** The other end of a handshake, in this process; `take` is given what is sent to it. */
export function createDtlsClient(
  { certPem, keyPem }: Pick<Certificate, 'certPem' | 'keyPem'>,
  send: (data: Buffer) => void,
) {
  let take: (data: Buffer) => void = () => {};
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
      set onData(receive: (data: Buffer) => void) {
        take = receive;
      },
      send: async (data) => send(data),
      close: async () => {},
    },
  });
  return { client, take: (data: Buffer) => take(data) };
}

/** RFC 6347: the record of a handshake, its first message, and how soon nobody repeats one on purpose. */
const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const DUPLICATE_WINDOW_MS = 40;
/** A hello has two or three pieces; whoever sends more does not fill our memory. */
const MAX_HELLO_FRAGMENTS = 16;

/** RFC 5246: handshake type, and the pairs of hash and signature that werift asks for. */
const CERTIFICATE_VERIFY = 15;
const ECDSA_SHA256 = 0x0403;
const RSA_SHA256 = 0x0401;

function bytes(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error('the DTLS library gave no key');
  return Uint8Array.from(value);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
