/** The baseline: a plain werift relay between two parties. */
import type { MediaStreamTrack, RTCPeerConnection } from 'werift';
import { serveLegs } from './werift-pcmu.ts';

interface Leg {
  readonly connection: RTCPeerConnection;
  readonly out: MediaStreamTrack;
  other: Leg | undefined;
}

serveLegs<Leg>({
  open: (connection, out) => ({ connection, out, other: undefined }),
  onPacket: (leg, packet) => leg.other?.out.writeRtp(packet.clone()),
  join: ([a, b]) => {
    if (!a || !b) return;
    a.other = b;
    b.other = a;
  },
});
