/** The peer: a conference as one writes it with werift alone, and a mixer on a tick of 20 ms. */
import { encodeUlaw, ulawToLinear } from '@offhook/voice/media/core/sound/g711';
import { MediaStreamTrack, type RTCPeerConnection, RtpHeader, RtpPacket } from 'werift';
import type { FromMixer, ToMixer } from './messages.ts';
import { pcmuConnection } from './werift-pcmu.ts';

const FRAME = 160;
const FRAME_MS = 20;
/** Frames that wait before they are mixed, so that the tick finds one. */
const DEPTH = 2;

interface Leg {
  readonly connection: RTCPeerConnection;
  readonly out: MediaStreamTrack;
  readonly queue: Buffer[];
  started: boolean;
  frame: Buffer | null;
  sequence: number;
  room: readonly Leg[];
}

const legs = new Map<string, Leg>();

async function answer(name: string, sdp: string): Promise<void> {
  const connection = pcmuConnection();
  const out = new MediaStreamTrack({ kind: 'audio' });
  const leg: Leg = { connection, out, queue: [], started: false, frame: null, sequence: 0, room: [] };
  legs.set(name, leg);
  connection.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe((packet) => {
      leg.queue.push(packet.payload);
      if (leg.queue.length > 2 * DEPTH) leg.queue.shift();
    });
  });
  connection.addTransceiver(out, { direction: 'sendrecv' });
  await connection.setRemoteDescription({ type: 'offer', sdp });
  await connection.setLocalDescription(await connection.createAnswer());
  const reply: FromMixer = { type: 'answered', leg: name, sdp: connection.localDescription?.sdp ?? '' };
  process.send?.(reply);
}

function take(leg: Leg): void {
  if (leg.queue.length >= DEPTH) leg.started = true;
  leg.frame = leg.started ? (leg.queue.shift() ?? null) : null;
  if (leg.frame === null) leg.started = false;
}

function serve(leg: Leg): void {
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
  for (const leg of legs.values()) take(leg);
  for (const leg of legs.values()) serve(leg);
  due += FRAME_MS;
  setTimeout(tick, Math.max(0, due - performance.now()));
}

process.on('message', (message: ToMixer) => {
  switch (message.type) {
    case 'answer':
      void answer(message.leg, message.sdp);
      break;
    case 'join': {
      const room = message.legs.flatMap((name) => legs.get(name) ?? []);
      for (const leg of room) leg.room = room.filter((other) => other !== leg);
      break;
    }
    default:
      message satisfies never;
  }
});
process.on('disconnect', () => process.exit(0));
tick();
