export const RTP_HEADER_BYTES = 12;

export const PCMU = 0;

/** Recognizes a datagram by its first byte (RFC 7983). */
export function datagramKind(data: Uint8Array): 'stun' | 'dtls' | 'rtp' | 'rtcp' | null {
  if (data.length < 8) return null;
  const first = data[0] as number;
  if (first < 4) return 'stun';
  if (first >= 20 && first < 64) return 'dtls';
  if (first < 128 || first >= 192) return null;
  // RFC 5761: with rtcp-mux, packet types 192 to 223 are RTCP.
  const second = data[1] as number;
  return second >= 192 && second <= 223 ? 'rtcp' : 'rtp';
}

export function readUint32(data: Uint8Array, at: number): number {
  return (
    (((data[at] as number) << 24) |
      ((data[at + 1] as number) << 16) |
      ((data[at + 2] as number) << 8) |
      (data[at + 3] as number)) >>>
    0
  );
}

export function writeUint32(data: Uint8Array, at: number, value: number): void {
  data[at] = value >>> 24;
  data[at + 1] = value >>> 16;
  data[at + 2] = value >>> 8;
  data[at + 3] = value;
}

export function readUint16(data: Uint8Array, at: number): number {
  return ((data[at] as number) << 8) | (data[at + 1] as number);
}

/** -1 if the packet is invalid. */
export function payloadOffset(data: Uint8Array, length: number): number {
  if (length < RTP_HEADER_BYTES || (data[0] as number) >> 6 !== 2) return -1;
  const first = data[0] as number;
  let offset = RTP_HEADER_BYTES + 4 * (first & 0x0f);
  if (first & 0x10) {
    if (offset + 4 > length) return -1;
    offset += 4 + 4 * readUint16(data, offset + 2);
  }
  return offset > length ? -1 : offset;
}

/** -1 if the padding is longer than the payload. */
export function payloadEnd(data: Uint8Array, start: number, length: number): number {
  if (((data[0] as number) & 0x20) === 0) return length;
  const padding = length > start ? (data[length - 1] as number) : 0;
  return padding === 0 || start + padding > length ? -1 : length - padding;
}

export function writeRtpHeader(
  out: Uint8Array,
  marker: boolean,
  sequence: number,
  timestamp: number,
  ssrc: number,
): void {
  out[0] = 0x80;
  out[1] = marker ? 0x80 | PCMU : PCMU;
  out[2] = sequence >>> 8;
  out[3] = sequence;
  writeUint32(out, 4, timestamp);
  writeUint32(out, 8, ssrc);
}
