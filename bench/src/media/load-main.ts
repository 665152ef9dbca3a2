/**
 * Plays the browsers: connections that each send 50 packets a second, with the moment of sending inside the sound,
 * so that whoever receives it unmixed can tell the delay. The monotonic clock is one for all processes of a machine.
 */
import { MediaStreamTrack, type RTCPeerConnection, RtpHeader, RtpPacket } from 'werift';
import type { FromLoad, ToLoad } from './messages.ts';
import { pcmuConnection } from './werift-pcmu.ts';

const MAGIC = 0x0ff400c5;
const FRAME_MS = 20;

interface Leg {
  readonly connection: RTCPeerConnection;
  readonly track: MediaStreamTrack;
  sequence: number;
}

const legs = new Map<string, Leg>();
let delays: number[] = [];
let sent = 0;

const tell = (message: FromLoad): void => void process.send?.(message);

async function offer(name: string): Promise<void> {
  const connection = pcmuConnection();
  const track = new MediaStreamTrack({ kind: 'audio' });
  connection.addTransceiver(track, { direction: 'sendrecv' });
  connection.onTrack.subscribe((remote) => {
    remote.onReceiveRtp.subscribe((packet) => {
      if (packet.payload.length < 12 || packet.payload.readUInt32BE(0) !== MAGIC) return;
      delays.push(Number(process.hrtime.bigint() - packet.payload.readBigUInt64BE(4)) / 1e6);
    });
  });
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') tell({ type: 'connected', leg: name });
  });
  legs.set(name, { connection, track, sequence: 0 });
  await connection.setLocalDescription(await connection.createOffer());
  tell({ type: 'offered', leg: name, sdp: connection.localDescription?.sdp ?? '' });
}

function say(leg: Leg): void {
  const payload = Buffer.alloc(160, 0x55);
  payload.writeUInt32BE(MAGIC, 0);
  leg.sequence = (leg.sequence + 1) & 0xffff;
  const header = new RtpHeader({
    payloadType: 0,
    sequenceNumber: leg.sequence,
    timestamp: (leg.sequence * 160) >>> 0,
    ssrc: 1,
  });
  payload.writeBigUInt64BE(process.hrtime.bigint(), 4);
  leg.track.writeRtp(new RtpPacket(header, payload));
  sent += 1;
}

/** Each leg in its own phase, as real callers are. */
function talk(): void {
  let phase = 0;
  for (const leg of legs.values()) {
    setTimeout(() => setInterval(() => say(leg), FRAME_MS), phase % FRAME_MS);
    phase += 7;
  }
}

process.on('message', (message: ToLoad) => {
  switch (message.type) {
    case 'offer':
      void offer(message.leg);
      break;
    case 'answer':
      void legs.get(message.leg)?.connection.setRemoteDescription({ type: 'answer', sdp: message.sdp });
      break;
    case 'talk':
      talk();
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
