import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, type RtpPacket } from 'werift';
import type { FromMixer, ToMixer } from './messages.ts';

export function pcmuConnection(): RTCPeerConnection {
  return new RTCPeerConnection({
    codecs: {
      audio: [
        new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: 8000, channels: 1, payloadType: 0 }),
      ],
    },
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
}

interface LegHandlers<L> {
  open(connection: RTCPeerConnection, out: MediaStreamTrack): L;
  onPacket(leg: L, packet: RtpPacket): void;
  join(legs: readonly L[]): void;
}

export function serveLegs<L>(handlers: LegHandlers<L>): ReadonlyMap<string, L> {
  const legs = new Map<string, L>();
  const answer = async (name: string, sdp: string): Promise<void> => {
    const connection = pcmuConnection();
    const out = new MediaStreamTrack({ kind: 'audio' });
    const leg = handlers.open(connection, out);
    legs.set(name, leg);
    connection.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe((packet) => handlers.onPacket(leg, packet));
    });
    connection.addTransceiver(out, { direction: 'sendrecv' });
    await connection.setRemoteDescription({ type: 'offer', sdp });
    await connection.setLocalDescription(await connection.createAnswer());
    const reply: FromMixer = { type: 'answered', leg: name, sdp: connection.localDescription?.sdp ?? '' };
    process.send?.(reply);
  };
  process.on('message', (message: ToMixer) => {
    switch (message.type) {
      case 'answer':
        void answer(message.leg, message.sdp);
        break;
      case 'join':
        handlers.join(message.legs.flatMap((name) => legs.get(name) ?? []));
        break;
      default:
        message satisfies never;
    }
  });
  process.on('disconnect', () => process.exit(0));
  return legs;
}
