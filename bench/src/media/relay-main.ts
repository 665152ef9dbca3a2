/** The peer: a relay of two parties as one writes it with werift alone. */
import { MediaStreamTrack, type RTCPeerConnection } from 'werift';
import type { FromMixer, ToMixer } from './messages.ts';
import { pcmuConnection } from './werift-pcmu.ts';

interface Leg {
  readonly connection: RTCPeerConnection;
  readonly out: MediaStreamTrack;
  other: Leg | undefined;
}

const legs = new Map<string, Leg>();

async function answer(name: string, sdp: string): Promise<void> {
  const connection = pcmuConnection();
  const out = new MediaStreamTrack({ kind: 'audio' });
  const leg: Leg = { connection, out, other: undefined };
  legs.set(name, leg);
  connection.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe((packet) => leg.other?.out.writeRtp(packet.clone()));
  });
  connection.addTransceiver(out, { direction: 'sendrecv' });
  await connection.setRemoteDescription({ type: 'offer', sdp });
  await connection.setLocalDescription(await connection.createAnswer());
  const reply: FromMixer = { type: 'answered', leg: name, sdp: connection.localDescription?.sdp ?? '' };
  process.send?.(reply);
}

process.on('message', (message: ToMixer) => {
  switch (message.type) {
    case 'answer':
      void answer(message.leg, message.sdp);
      break;
    case 'join': {
      const [a, b] = message.legs.map((name) => legs.get(name));
      if (a && b) {
        a.other = b;
        b.other = a;
      }
      break;
    }
    default:
      message satisfies never;
  }
});
process.on('disconnect', () => process.exit(0));
