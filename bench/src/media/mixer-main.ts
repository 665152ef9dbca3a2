/** The baseline: a plain werift conference with a mixer on a 20 ms tick. */
import { encodeUlaw, ulawToLinear } from '@offhook/voice/media/core/audio/g711';
import { type MediaStreamTrack, type RTCPeerConnection, RtpHeader, RtpPacket } from 'werift';
import { serveLegs } from './werift-pcmu.ts';

const FRAME = 160;
const FRAME_MS = 20;
/** Frames to queue before mixing, so that each tick finds a frame. */
const QUEUE_DEPTH = 2;

interface Leg {
  readonly connection: RTCPeerConnection;
  readonly out: MediaStreamTrack;
  readonly queue: Buffer[];
  started: boolean;
  frame: Buffer | null;
  sequence: number;
  room: readonly Leg[];
}

const legs = serveLegs<Leg>({
  open: (connection, out) => {
    return { connection, out, queue: [], started: false, frame: null, sequence: 0, room: [] };
  },
  onPacket: (leg, packet) => {
    leg.queue.push(packet.payload);
    if (leg.queue.length > 2 * QUEUE_DEPTH) leg.queue.shift();
  },
  join: (room) => {
    for (const leg of room) leg.room = room.filter((other) => other !== leg);
  },
});

function nextFrame(leg: Leg): void {
  if (leg.queue.length >= QUEUE_DEPTH) leg.started = true;
  leg.frame = leg.started ? (leg.queue.shift() ?? null) : null;
  if (leg.frame === null) leg.started = false;
}

function sendMix(leg: Leg): void {
  const mix = new Int16Array(FRAME);
  for (const { frame } of leg.room) {
    if (frame === null) continue;
    for (let i = 0; i < FRAME; i += 1) {
      const sum = (mix[i] ?? 0) + (ulawToLinear[frame[i] ?? 0xff] ?? 0);
      mix[i] = Math.max(-32_768, Math.min(32_767, sum));
    }
  }
  leg.sequence += 1;
  const header = new RtpHeader({
    payloadType: 0,
    sequenceNumber: leg.sequence & 0xffff,
    timestamp: (leg.sequence * FRAME) >>> 0,
    ssrc: 1,
  });
  leg.out.writeRtp(new RtpPacket(header, Buffer.from(encodeUlaw(mix))));
}

let due = performance.now();
function tick(): void {
  for (const leg of legs.values()) nextFrame(leg);
  for (const leg of legs.values()) sendMix(leg);
  due += FRAME_MS;
  setTimeout(tick, Math.max(0, due - performance.now()));
}

tick();
