/**
 * Plays the browsers: connections that each send 50 packets a second. The moment of sending stands inside the sound,
 * so that whoever receives it unmixed can tell the delay; in a mix it is told by clicks. The monotonic clock is one
 * for all processes of a machine.
 */
import { MediaStreamTrack, type RTCPeerConnection, RtpHeader, RtpPacket } from 'werift';
import type { FromLoad, ToLoad } from './messages.ts';
import { pcmuConnection } from './werift-pcmu.ts';

const MAGIC = 0x0ff400c5;
const FRAME_MS = 20;
const SAMPLES_A_MS = 8;
/** Of µ-law: full scale, in turn up and down; and nothing. */
const CLICK = Buffer.from(Array.from({ length: 160 }, (_, i) => (i & 8 ? 0x00 : 0x80)));
const SILENCE = Buffer.alloc(160, 0xff);
const CLICK_EVERY = 25;
/** A µ-law byte below it, without its sign, is louder than half of full scale. */
const LOUD = 0x10;

interface Leg {
  readonly connection: RTCPeerConnection;
  readonly track: MediaStreamTrack;
  readonly room: number;
  readonly clicks: boolean;
  /** The click that it has heard last. */
  heard: number;
  sequence: number;
}

const legs = new Map<string, Leg>();
/** When each room's last click was sent (ms). */
const clicked = new Map<number, number>();
let delays: number[] = [];
let sent = 0;

const tell = (message: FromLoad): void => void process.send?.(message);
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

async function offer(name: string, room: number): Promise<void> {
  const connection = pcmuConnection();
  const track = new MediaStreamTrack({ kind: 'audio' });
  connection.addTransceiver(track, { direction: 'sendrecv' });
  const clicks = ![...legs.values()].some((other) => other.room === room);
  const leg: Leg = { connection, track, room, clicks, heard: 0, sequence: 0 };
  connection.onTrack.subscribe((remote) => {
    remote.onReceiveRtp.subscribe((packet) => hear(leg, packet.payload));
  });
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') tell({ type: 'connected', leg: name });
  });
  legs.set(name, leg);
  await connection.setLocalDescription(await connection.createOffer());
  tell({ type: 'offered', leg: name, sdp: connection.localDescription?.sdp ?? '' });
}

function hear(leg: Leg, payload: Buffer): void {
  if (payload.length >= 12 && payload.readUInt32BE(0) === MAGIC) {
    delays.push(Number(process.hrtime.bigint() - payload.readBigUInt64BE(4)) / 1e6);
    return;
  }
  const click = clicked.get(leg.room);
  if (click === undefined || leg.heard === click || leg.clicks) return;
  const at = payload.findIndex((byte) => (byte & 0x7f) < LOUD);
  if (at < 0) return;
  leg.heard = click;
  delays.push(now() - click + at / SAMPLES_A_MS);
}

function say(leg: Leg, sound: 'stamped' | 'clicks'): void {
  leg.sequence = (leg.sequence + 1) & 0xffff;
  const header = new RtpHeader({
    payloadType: 0,
    sequenceNumber: leg.sequence,
    timestamp: (leg.sequence * 160) >>> 0,
    ssrc: 1,
  });
  if (sound === 'clicks') {
    const clicks = leg.clicks && leg.sequence % CLICK_EVERY === 0;
    if (clicks) {
      clicked.set(leg.room, now());
      sent += [...legs.values()].filter((other) => other.room === leg.room).length - 1;
    }
    leg.track.writeRtp(new RtpPacket(header, clicks ? CLICK : SILENCE));
    return;
  }
  const payload = Buffer.alloc(160, 0x55);
  payload.writeUInt32BE(MAGIC, 0);
  payload.writeBigUInt64BE(process.hrtime.bigint(), 4);
  leg.track.writeRtp(new RtpPacket(header, payload));
  sent += 1;
}

/** Each leg in its own phase, as real callers are, and by the clock: what a busy machine delayed is made up for. */
function talk(sound: 'stamped' | 'clicks'): void {
  let phase = 0;
  for (const leg of legs.values()) {
    let due = now() + (phase % FRAME_MS);
    const next = () => {
      for (; due <= now(); due += FRAME_MS) say(leg, sound);
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
    case 'talk':
      talk(message.sound);
      break;
    case 'forget':
      delays = [];
      sent = 0;
      break;
    case 'read':
      tell({ type: 'delays', delays, sent });
      break;
    default:
      message satisfies never;
  }
});
process.on('disconnect', () => process.exit(0));
