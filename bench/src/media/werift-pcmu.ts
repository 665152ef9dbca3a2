/** A werift connection as both the load and the peer use it: PCMU only, loopback only. */
import { RTCPeerConnection, RTCRtpCodecParameters } from 'werift';

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
