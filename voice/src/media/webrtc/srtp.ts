import { createCipheriv } from 'node:crypto';
import { payloadOffset, readUint16, readUint32, writeUint32 } from '../core/packets/rtp.ts';
import { HmacSha1 } from './hmac-sha1.ts';

/**
 * SRTP (RFC 3711) with AES_CM_128_HMAC_SHA1_80. Counters are known in advance, so one ECB call generates the keystream
 * for many packets, which spreads the cost of the native call.
 */

export interface SrtpKeys {
  readonly key: Uint8Array;
  readonly salt: Uint8Array;
}

export const SRTP_TAG_BYTES = 10;
export const SRTCP_TRAILER_BYTES = 4 + SRTP_TAG_BYTES;

const BLOCK = 16;
/** Keystream blocks per packet: 176 bytes cover a 20 ms frame. */
const BLOCKS_PER_PACKET = 11;
const STREAM_BYTES = BLOCKS_PER_PACKET * BLOCK;
const PACKETS_AHEAD = 32;

type Encrypt = (blocks: Uint8Array) => Uint8Array;

function ecb(key: Uint8Array): Encrypt {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return (blocks) => cipher.update(blocks);
}

/** RFC 3711, section 4.3, with a derivation rate of zero. */
function derive(keys: SrtpKeys, label: number, length: number): Uint8Array {
  const block = new Uint8Array(Math.ceil(length / BLOCK) * BLOCK);
  for (let i = 0; i < block.length; i += BLOCK) {
    block.set(keys.salt, i);
    block[i + 7] = (block[i + 7] as number) ^ label;
    block[i + 15] = i / BLOCK;
  }
  return ecb(keys.key)(block).slice(0, length);
}

class Keystream {
  readonly #encrypt: Encrypt;
  /** Salt XOR SSRC, the common part of all counters (section 4.1.1). */
  readonly #prefix = new Uint8Array(BLOCK);
  #counters: Uint8Array | null = null;
  #bytes: Uint8Array = new Uint8Array(0);
  #first = 0;
  #count = 0;

  constructor(encrypt: Encrypt, salt: Uint8Array, ssrc: number) {
    this.#encrypt = encrypt;
    this.#prefix.set(salt);
    writeUint32(this.#prefix, 4, readUint32(this.#prefix, 4) ^ ssrc);
  }

  apply(data: Uint8Array, start: number, end: number, index: number): void {
    const length = end - start;
    if (length > STREAM_BYTES) {
      this.applyOnce(data, start, end, index);
      return;
    }
    if (index < this.#first || index >= this.#first + this.#count) this.#generateAhead(index);
    xor(data, start, end, this.#bytes, (index - this.#first) * STREAM_BYTES);
  }

  /** Like `apply`, but without generating ahead, for long or rare packets. */
  applyOnce(data: Uint8Array, start: number, end: number, index: number): void {
    const counters = this.#createCounters(Math.ceil((end - start) / BLOCK));
    this.#writeIndex(new DataView(counters.buffer), 0, counters.length, index);
    xor(data, start, end, this.#encrypt(counters), 0);
  }

  #createCounters(blocks: number): Uint8Array {
    const counters = new Uint8Array(blocks * BLOCK);
    for (let at = 0; at < counters.length; at += BLOCK) counters.set(this.#prefix, at);
    return counters;
  }

  #generateAhead(index: number): void {
    this.#counters ??= this.#createCounters(PACKETS_AHEAD * BLOCKS_PER_PACKET);
    const view = new DataView(this.#counters.buffer);
    for (let packet = 0; packet < PACKETS_AHEAD; packet += 1) {
      const at = packet * STREAM_BYTES;
      this.#writeIndex(view, at, at + STREAM_BYTES, index + packet);
    }
    this.#bytes = this.#encrypt(this.#counters);
    this.#first = index;
    this.#count = PACKETS_AHEAD;
  }

  #writeIndex(counters: DataView, from: number, to: number, index: number): void {
    const high = readUint32(this.#prefix, 8) ^ Math.floor(index / 2 ** 16);
    const low = readUint32(this.#prefix, 12) ^ ((index & 0xffff) << 16);
    for (let at = from, block = 0; at < to; at += BLOCK, block += 1) {
      counters.setUint32(at + 8, high);
      counters.setUint32(at + 12, low | block);
    }
  }
}

function xor(data: Uint8Array, start: number, end: number, stream: Uint8Array, offset: number): void {
  for (let i = start, j = offset; i < end; i += 1, j += 1) {
    data[i] = (data[i] as number) ^ (stream[j] as number);
  }
}

function writeTag(out: Uint8Array, at: number, words: Int32Array): void {
  writeUint32(out, at, words[0] as number);
  writeUint32(out, at + 4, words[1] as number);
  out[at + 8] = (words[2] as number) >>> 24;
  out[at + 9] = (words[2] as number) >>> 16;
}

/** Constant-time comparison. */
function tagsEqual(words: Int32Array, first: number, second: number, third: number): boolean {
  const difference =
    ((words[0] as number) ^ first) |
    ((words[1] as number) ^ second) |
    (((words[2] as number) >>> 16) ^ third);
  return difference === 0;
}

class SessionKeys {
  protected readonly encrypt: Encrypt;
  protected readonly salt: Uint8Array;
  protected readonly mac: HmacSha1;
  protected readonly controlEncrypt: Encrypt;
  protected readonly controlSalt: Uint8Array;
  protected readonly controlMac: HmacSha1;

  constructor(keys: SrtpKeys) {
    this.encrypt = ecb(derive(keys, 0, 16));
    this.mac = new HmacSha1(derive(keys, 1, 20));
    this.salt = derive(keys, 2, 14);
    this.controlEncrypt = ecb(derive(keys, 3, 16));
    this.controlMac = new HmacSha1(derive(keys, 4, 20));
    this.controlSalt = derive(keys, 5, 14);
  }
}

export class SrtpSender extends SessionKeys {
  readonly #streams = new Map<number, Keystream>();
  #controlIndex = 0;

  /**
   * Encrypts in place; the buffer needs room for the tag. `index` (the extended sequence number) must never repeat for
   * an SSRC. Returns the length including the tag.
   */
  protect(packet: Uint8Array, length: number, index: number): number {
    const ssrc = readUint32(packet, 8);
    let stream = this.#streams.get(ssrc);
    if (stream === undefined) {
      stream = new Keystream(this.encrypt, this.salt, ssrc);
      this.#streams.set(ssrc, stream);
    }
    const start = payloadOffset(packet, length);
    stream.apply(packet, start, length, index);
    writeUint32(packet, length, Math.floor(index / 2 ** 16));
    writeTag(packet, length, this.mac.sign(packet, length + 4));
    return length + SRTP_TAG_BYTES;
  }

  protectControl(packet: Uint8Array): Uint8Array {
    this.#controlIndex = (this.#controlIndex + 1) & 0x7fffffff;
    const out = new Uint8Array(packet.length + SRTCP_TRAILER_BYTES);
    out.set(packet);
    new Keystream(this.controlEncrypt, this.controlSalt, readUint32(packet, 4)).applyOnce(
      out,
      8,
      packet.length,
      this.#controlIndex,
    );
    writeUint32(out, packet.length, (0x80000000 | this.#controlIndex) >>> 0);
    writeTag(out, packet.length + 4, this.controlMac.sign(out, packet.length + 4));
    return out;
  }
}

/** Replay protection over the last 1,024 indexes. */
class ReplayWindow {
  highest = -1;
  readonly #seen = new Float64Array(WINDOW_SIZE).fill(-1);

  /** RFC 3711, section 3.3.1 and appendix A. */
  guessIndex(sequence: number): number {
    if (this.highest < 0) return sequence;
    const step = ((sequence - (this.highest & 0xffff)) << 16) >> 16;
    return this.highest + step;
  }

  isNew(index: number): boolean {
    return index >= 0 && index > this.highest - WINDOW_SIZE && this.#seen[index % WINDOW_SIZE] !== index;
  }

  markReceived(index: number): void {
    this.#seen[index % WINDOW_SIZE] = index;
    if (index > this.highest) this.highest = index;
  }
}

const WINDOW_SIZE = 1024;
/** SSRCs per peer; some browsers start a new one after a device change. */
const MAX_STREAMS = 16;

interface InboundStream {
  readonly window: ReplayWindow;
  readonly stream: Keystream;
}

export class SrtpReceiver extends SessionKeys {
  readonly #streams = new Map<number, InboundStream>();
  readonly #control = new Map<number, ReplayWindow>();
  index = 0;

  /**
   * Decrypts in place. Returns the RTP length, or -1 if the packet is forged, modified or repeated. Only authentic
   * packets change the state.
   */
  unprotect(packet: Uint8Array): number {
    const length = packet.length - SRTP_TAG_BYTES;
    const start = payloadOffset(packet, length);
    if (start < 0) return -1;
    const ssrc = readUint32(packet, 8);
    const known = this.#streams.get(ssrc);
    if (known === undefined && this.#streams.size >= MAX_STREAMS) return -1;
    const index =
      known === undefined ? readUint16(packet, 2) : known.window.guessIndex(readUint16(packet, 2));
    if (known !== undefined && !known.window.isNew(index)) return -1;
    const first = readUint32(packet, length);
    const second = readUint32(packet, length + 4);
    const third = readUint16(packet, length + 8);
    writeUint32(packet, length, Math.floor(index / 2 ** 16));
    if (!tagsEqual(this.mac.sign(packet, length + 4), first, second, third)) return -1;
    const inbound = known ?? this.#newStream(ssrc);
    inbound.window.markReceived(index);
    inbound.stream.apply(packet, start, length, index);
    this.index = index;
    return length;
  }

  /** Null if the packet is forged, modified, repeated or not encrypted. */
  unprotectControl(packet: Uint8Array): Uint8Array | null {
    const length = packet.length - SRTCP_TRAILER_BYTES;
    if (length < 8) return null;
    const trailer = readUint32(packet, length);
    const index = trailer & 0x7fffffff;
    if (trailer >>> 31 === 0) return null;
    const ssrc = readUint32(packet, 4);
    const known = this.#control.get(ssrc);
    if (known === undefined && this.#control.size >= MAX_STREAMS) return null;
    if (known !== undefined && !known.isNew(index)) return null;
    const words = this.controlMac.sign(packet, length + 4);
    const first = readUint32(packet, length + 4);
    const second = readUint32(packet, length + 8);
    if (!tagsEqual(words, first, second, readUint16(packet, length + 12))) return null;
    const window = known ?? new ReplayWindow();
    if (known === undefined) this.#control.set(ssrc, window);
    window.markReceived(index);
    const out = packet.slice(0, length);
    new Keystream(this.controlEncrypt, this.controlSalt, ssrc).applyOnce(out, 8, length, index);
    return out;
  }

  #newStream(ssrc: number): InboundStream {
    const inbound = { window: new ReplayWindow(), stream: new Keystream(this.encrypt, this.salt, ssrc) };
    this.#streams.set(ssrc, inbound);
    return inbound;
  }
}
