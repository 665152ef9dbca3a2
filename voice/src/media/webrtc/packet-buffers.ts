import { FRAME_SAMPLES } from '../core/audio/g711.ts';
import { RTP_HEADER_BYTES } from '../core/packets/rtp.ts';
import { SRTP_TAG_BYTES } from './srtp.ts';

/** The longest payload that is taken or sent: 100 ms of audio. */
export const MAX_PAYLOAD = 5 * FRAME_SAMPLES;

const RING = Array.from({ length: 256 }, () => Buffer.alloc(RTP_HEADER_BYTES + MAX_PAYLOAD + SRTP_TAG_BYTES));
let next = 0;

/**
 * Room for one packet to be sent. The buffers go round: a datagram that the kernel does not take at once still
 * lies in its buffer, and by the time the ring comes round it has left or is worthless.
 */
export function nextPacketBuffer(): Buffer {
  next = (next + 1) % RING.length;
  return RING[next] as Buffer;
}
