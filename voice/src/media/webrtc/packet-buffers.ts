import { FRAME_SAMPLES } from '../core/audio/g711.ts';
import { RTP_HEADER_BYTES } from '../core/packets/rtp.ts';
import { SRTP_TAG_BYTES } from './srtp.ts';

export const MAX_PAYLOAD = 5 * FRAME_SAMPLES;

const RING = Array.from({ length: 256 }, () => Buffer.alloc(RTP_HEADER_BYTES + MAX_PAYLOAD + SRTP_TAG_BYTES));
let next = 0;

/** The ring is long enough that the kernel has taken a datagram before its buffer is reused. */
export function nextPacketBuffer(): Buffer {
  next = (next + 1) % RING.length;
  return RING[next] as Buffer;
}
