/**
 * Simulates browsers: connections that each send 50 packets per second. Forwarded packets contain their send time; in a
 * mix the delay is measured with clicks. All processes on a machine share the monotonic clock.
 */
import { MediaStreamTrack, type RTCPeerConnection, RtpHeader, RtpPacket } from 'werift';
import type { FromLoad, ToLoad } from './messages.ts';
import { pcmuConnection } from './werift-pcmu.ts';

const MAGIC = 0x0ff400c5;
const FRAME_MS = 20;
const SAMPLES_PER_MS = 8;
/** µ-law: a full-scale square wave, and silence. */
const CLICK = Buffer.from(Array.from({ length: 160 }, (_, i) => (i & 8 ? 0x00 : 0x80)));
const SILENCE = Buffer.alloc(160, 0xff);
const CLICK_INTERVAL_PACKETS = 25;
/** A µ-law magnitude below this is louder than half of full scale, because µ-law inverts the bits. */
const LOUD = 0x10;

interface Leg {
  readonly connection: RTCPeerConnection;
  readonly track: MediaStreamTrack;
  readonly room: number;
  /** The first leg of a room sends clicks; the others measure their delay. */
  readonly sendsClicks: boolean;
  lastClickAt: number;
  sequence: number;
}

const legs = new Map<string, Leg>();
const lastClickByRoom = new Map<number, number>();
let delays: number[] = [];
let sentCount = 0;

const send = (message: FromLoad): void => void process.send?.(message);
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

async function offer(name: string, room: number): Promise<void> {
  const connection = pcmuConnection();
  const track = new MediaStreamTrack({ kind: 'audio' });
  connection.addTransceiver(track, { direction: 'sendrecv' });
  const sendsClicks = ![...legs.values()].some((other) => other.room === room);
  const leg: Leg = { connection, track, room, sendsClicks, lastClickAt: 0, sequence: 0 };
  connection.onTrack.subscribe((remote) => {
    remote.onReceiveRtp.subscribe((packet) => onPacket(leg, packet.payload));
  });
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') send({ type: 'connected', leg: name });
  });
  legs.set(name, leg);
  await connection.setLocalDescription(await connection.createOffer());
  send({ type: 'offered', leg: name, sdp: connection.localDescription?.sdp ?? '' });
}

function onPacket(leg: Leg, payload: Buffer): void {
  if (payload.length >= 12 && payload.readUInt32BE(0) === MAGIC) {
    delays.push(Number(process.hrtime.bigint() - payload.readBigUInt64BE(4)) / 1e6);
    return;
  }
  const click = lastClickByRoom.get(leg.room);
  if (click === undefined || leg.lastClickAt === click || leg.sendsClicks) return;
  const at = payload.findIndex((byte) => (byte & 0x7f) < LOUD);
  if (at < 0) return;
  leg.lastClickAt = click;
  delays.push(now() - click + at / SAMPLES_PER_MS);
}

function sendPacket(leg: Leg, sound: 'stamped' | 'clicks'): void {
  leg.sequence = (leg.sequence + 1) & 0xffff;
  const header = new RtpHeader({
    payloadType: 0,
    sequenceNumber: leg.sequence,
    timestamp: (leg.sequence * 160) >>> 0,
    ssrc: 1,
  });
  if (sound === 'clicks') {
    const isClick = leg.sendsClicks && leg.sequence % CLICK_INTERVAL_PACKETS === 0;
    if (isClick) {
      lastClickByRoom.set(leg.room, now());
      sentCount += [...legs.values()].filter((other) => other.room === leg.room).length - 1;
    }
    leg.track.writeRtp(new RtpPacket(header, isClick ? CLICK : SILENCE));
    return;
  }
  const payload = Buffer.alloc(160, 0x55);
  payload.writeUInt32BE(MAGIC, 0);
  payload.writeBigUInt64BE(process.hrtime.bigint(), 4);
  leg.track.writeRtp(new RtpPacket(header, payload));
  sentCount += 1;
}

/** Each leg sends in its own phase, like real callers, and catches up after a delay. */
function startSending(sound: 'stamped' | 'clicks'): void {
  let phase = 0;
  for (const leg of legs.values()) {
    let due = now() + (phase % FRAME_MS);
    const next = () => {
      for (; due <= now(); due += FRAME_MS) sendPacket(leg, sound);
      setTimeout(next, Math.max(1, due - now()));
    };
    next();
    phase += 7;
  }
}

process.on('message', (message: ToLoad) => {
  switch (message.type) {
    case 'offer':
      void offer(message.leg, message.room);
      break;
    case 'answer':
      void legs.get(message.leg)?.connection.setRemoteDescription({ type: 'answer', sdp: message.sdp });
      break;
    case 'start':
      startSending(message.sound);
      break;
    case 'reset':
      delays = [];
      sentCount = 0;
      break;
    case 'read':
      send({ type: 'delays', delays, sent: sentCount });
      break;
    default:
      message satisfies never;
  }
});
process.on('disconnect', () => process.exit(0));
