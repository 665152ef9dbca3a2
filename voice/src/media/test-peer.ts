import { MediaStreamTrack, RTCPeerConnection, RtpHeader, RtpPacket, useOPUS, usePCMU } from 'werift';
import { decodeUlaw, encodeUlaw, FRAME_SAMPLES } from './core/audio/g711.ts';
import { meanSquare } from './core/audio/level-meter.ts';

/** A peer based on werift with its own ICE, DTLS and SRTP, so that our bugs can't cancel each other out. */
export class TestPeer {
  readonly connection = new RTCPeerConnection({
    codecs: { audio: [useOPUS(), usePCMU()] },
    iceServers: [],
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  readonly received: { readonly header: RtpHeader; readonly payload: Buffer; readonly at: number }[] = [];
  readonly #track = new MediaStreamTrack({ kind: 'audio' });
  #sequence = 1000;
  #timer: NodeJS.Timeout | null = null;

  constructor() {
    this.connection.addTransceiver(this.#track, { direction: 'sendrecv' });
    this.connection.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe((packet) => {
        this.received.push({ header: packet.header, payload: packet.payload, at: performance.now() });
      });
    });
  }

  get hasFailed(): boolean {
    return this.connection.connectionState === 'failed';
  }

  async offer(): Promise<string> {
    await this.connection.setLocalDescription(await this.connection.createOffer());
    return withoutCandidates(this.connection.localDescription?.sdp ?? '');
  }

  async accept(answer: string): Promise<void> {
    await this.connection.setRemoteDescription({ type: 'answer', sdp: answer });
  }

  async answer(offer: string): Promise<string> {
    await this.connection.setRemoteDescription({ type: 'offer', sdp: offer });
    await this.connection.setLocalDescription(await this.connection.createAnswer());
    return withoutCandidates(this.connection.localDescription?.sdp ?? '');
  }

  speak(frequency: number): void {
    this.stopSpeaking();
    const start = performance.now();
    let sent = 0;
    this.#timer = setInterval(() => {
      for (; sent * 20 <= performance.now() - start; sent += 1) this.sendFrame(toneFrame(frequency, sent));
    }, 10);
  }

  stopSpeaking(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  sendFrame(payload: Uint8Array): void {
    this.#sequence += 1;
    const header = new RtpHeader({
      payloadType: 0,
      sequenceNumber: this.#sequence & 0xffff,
      timestamp: this.#sequence * FRAME_SAMPLES,
      ssrc: 1,
    });
    this.#track.writeRtp(new RtpPacket(header, Buffer.from(payload)));
  }

  level(count = 20, end = this.received.length): number {
    return Math.sqrt(meanSquare(this.#audio(count, end)));
  }

  strength(frequency: number, count: number, end = this.received.length): number {
    const samples = decodeUlaw(this.#audio(count, end));
    let re = 0;
    let im = 0;
    samples.forEach((sample, i) => {
      re += sample * Math.cos((2 * Math.PI * frequency * i) / 8000);
      im -= sample * Math.sin((2 * Math.PI * frequency * i) / 8000);
    });
    return (Math.SQRT2 * Math.hypot(re, im)) / Math.max(1, samples.length) / 32768;
  }

  async close(): Promise<void> {
    this.stopSpeaking();
    await this.connection.close();
  }

  #audio(count: number, end: number): Buffer {
    const packets = this.received.slice(Math.max(0, end - count), end);
    return Buffer.concat(packets.map(({ payload }) => payload));
  }
}

export function toneFrame(frequency: number, index: number): Uint8Array {
  const samples = Int16Array.from({ length: FRAME_SAMPLES }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * frequency * (index * FRAME_SAMPLES + i)) / 8000)),
  );
  return encodeUlaw(samples);
}

function withoutCandidates(sdp: string): string {
  return sdp.replace(/^a=(candidate|end-of-candidates).*\r?\n/gm, '');
}
