import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { crc32 } from 'node:zlib';
import { readUint16, readUint32, writeUint32 } from '../core/packets/rtp.ts';

const MAGIC = 0x2112a442;
const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;
const BINDING_ERROR = 0x0111;
const USERNAME = 0x0006;
const MESSAGE_INTEGRITY = 0x0008;
const ERROR_CODE = 0x0009;
const XOR_MAPPED_ADDRESS = 0x0020;
const USE_CANDIDATE = 0x0025;
const FINGERPRINT = 0x8028;
const ICE_CONTROLLED = 0x8029;
const FINGERPRINT_XOR = 0x5354554e;
const HEADER = 20;
const INTEGRITY_BYTES = 20;

/** `local` and `remote` are the two halves of the username, as seen from our side. */
export interface ConnectivityCheck {
  readonly local: string;
  readonly remote: string;
  readonly useCandidate: boolean;
  /** The sender claims the controlled role, which is ours. */
  readonly controlled: boolean;
  readonly integrityAt: number;
}

/** Doesn't verify the integrity code. Null for anything but a binding request with a username and a code. */
export function parseCheck(data: Uint8Array): ConnectivityCheck | null {
  if (data.length < HEADER || data.length > 2048 || readUint16(data, 0) !== BINDING_REQUEST) return null;
  if (readUint32(data, 4) !== MAGIC || readUint16(data, 2) !== data.length - HEADER) return null;
  let username: string | null = null;
  let useCandidate = false;
  let controlled = false;
  for (let at = HEADER; at + 4 <= data.length; ) {
    const type = readUint16(data, at);
    const length = readUint16(data, at + 2);
    if (at + 4 + length > data.length) return null;
    if (type === USERNAME && length <= 513) {
      username = new TextDecoder().decode(data.subarray(at + 4, at + 4 + length));
    } else if (type === USE_CANDIDATE) useCandidate = true;
    else if (type === ICE_CONTROLLED) controlled = true;
    else if (type === MESSAGE_INTEGRITY) {
      const colon = username?.indexOf(':') ?? -1;
      if (username === null || colon < 0 || length !== INTEGRITY_BYTES) return null;
      return {
        local: username.slice(0, colon),
        remote: username.slice(colon + 1),
        useCandidate,
        controlled,
        integrityAt: at,
      };
    }
    at += 4 + ((length + 3) & ~3);
  }
  return null;
}

function integrity(data: Uint8Array, at: number, password: string): Buffer {
  const head = Uint8Array.from(data.subarray(0, HEADER));
  // The length covers data up to the end of the integrity code (RFC 8489, section 14.5).
  const length = at + 4 + INTEGRITY_BYTES - HEADER;
  head[2] = length >>> 8;
  head[3] = length;
  return createHmac('sha1', password).update(head).update(data.subarray(HEADER, at)).digest();
}

export function isAuthentic(data: Uint8Array, check: ConnectivityCheck, password: string): boolean {
  const at = check.integrityAt;
  return timingSafeEqual(integrity(data, at, password), data.subarray(at + 4, at + 4 + INTEGRITY_BYTES));
}

function buildResponse(type: number, request: Uint8Array, attribute: Uint8Array, password: string): Buffer {
  const integrityAt = HEADER + attribute.length;
  const fingerprintAt = integrityAt + 4 + INTEGRITY_BYTES;
  const out = Buffer.alloc(fingerprintAt + 8);
  out.writeUInt16BE(type, 0);
  out.writeUInt16BE(out.length - HEADER, 2);
  out.set(request.subarray(4, HEADER), 4);
  out.set(attribute, HEADER);
  out.writeUInt16BE(MESSAGE_INTEGRITY, integrityAt);
  out.writeUInt16BE(INTEGRITY_BYTES, integrityAt + 2);
  out.set(integrity(out, integrityAt, password), integrityAt + 4);
  out.writeUInt16BE(FINGERPRINT, fingerprintAt);
  out.writeUInt16BE(4, fingerprintAt + 2);
  writeUint32(out, fingerprintAt + 4, (crc32(out.subarray(0, fingerprintAt)) ^ FINGERPRINT_XOR) >>> 0);
  return out;
}

export function successResponse(
  request: Uint8Array,
  address: string,
  port: number,
  password: string,
): Buffer {
  const bytes = addressBytes(address);
  const attribute = new Uint8Array(8 + bytes.length);
  attribute[1] = XOR_MAPPED_ADDRESS;
  attribute[3] = 4 + bytes.length;
  attribute[5] = bytes.length === 4 ? 1 : 2;
  const mask = request.subarray(4, HEADER);
  attribute[6] = (port >>> 8) ^ (mask[0] ?? 0);
  attribute[7] = (port & 0xff) ^ (mask[1] ?? 0);
  for (let i = 0; i < bytes.length; i += 1) attribute[8 + i] = (bytes[i] ?? 0) ^ (mask[i] ?? 0);
  return buildResponse(BINDING_SUCCESS, request, attribute, password);
}

/** RFC 8445, section 7.3.1.1. */
export function roleConflictResponse(request: Uint8Array, password: string): Buffer {
  return buildResponse(BINDING_ERROR, request, Uint8Array.of(0, ERROR_CODE, 0, 4, 0, 0, 4, 87), password);
}

/** 4 bytes for an IPv4 or IPv4-mapped address, otherwise 16. */
function addressBytes(address: string): Uint8Array {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return Uint8Array.from(plain.split('.').map(Number));
  const [head = '', tail] = plain.split('::');
  const words = (part: string) =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
  const before = words(head);
  const after = tail === undefined ? [] : words(tail);
  const zeros = Array<number>(8 - before.length - after.length).fill(0);
  return Uint8Array.from([...before, ...zeros, ...after].flatMap((word) => [word >> 8, word & 0xff]));
}
