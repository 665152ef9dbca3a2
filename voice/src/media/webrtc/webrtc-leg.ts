import { randomBytes } from 'node:crypto';
import type { Binding } from '../core/packets/bindings.ts';
import { type ActiveImpairment, packetDelay } from '../core/packets/network-impairment.ts';
import { OutboundStream } from '../core/packets/outbound-stream.ts';
import { ReceptionStats } from '../core/packets/reception.ts';
import { parseRtcp, type ReportBlock, roundTrip, writeSenderReport } from '../core/packets/rtcp.ts';
import {
  datagramKind,
  PCMU,
  payloadEnd,
  payloadOffset,
  RTP_HEADER_BYTES,
  readUint16,
  readUint32,
  writeRtpHeader,
} from '../core/packets/rtp.ts';
import { parseSdp, type RemoteDescription, writeAnswer, writeOffer } from '../core/packets/sdp.ts';
import type { LegEvents, MediaLeg } from '../mixer/media-leg.ts';
import type { NetworkStats } from '../protocol.ts';
import { type Certificate, DtlsHandshake } from './dtls.ts';
import { IceLite } from './ice-lite.ts';
import { MAX_PAYLOAD, nextPacketBuffer } from './packet-buffers.ts';
import { SrtpReceiver, SrtpSender } from './srtp.ts';
import { type MediaSocket, openSocket, type PortRange } from './udp.ts';

export interface WebrtcOptions {
  readonly id: string;
  readonly certificate: Certificate;
  readonly addresses: readonly string[];
  readonly bindings: readonly Binding[];
  readonly ports: PortRange | null;
  readonly events: LegEvents & {
    onConnected(): void;
    onAuthenticPacket(now: number): void;
  };
}

/**
 * Uses werift for the DTLS handshake only. Its ICE ignores the integrity code of checks, opens sockets without an error
 * listener, picks ports from a range with a race condition, and queries a public STUN server if none is configured.
 */
export class WebrtcLeg implements MediaLeg {
  readonly id: string;
  readonly kind = 'client';
  readonly #options: WebrtcOptions;
  readonly #ice = new IceLite();
  readonly #dtls: DtlsHandshake;
  readonly #sockets: { readonly advertised: readonly string[]; readonly socket: MediaSocket }[] = [];
  readonly #ssrc = randomBytes(4).readUInt32BE();
  readonly #cname = randomBytes(8).toString('hex');
  readonly #session = randomBytes(6).readUIntBE(0, 6);
  readonly #out = new OutboundStream(randomBytes(2).readUInt16BE() & 0x7fff, randomBytes(4).readUInt32BE());
  impairment: ActiveImpairment | null = null;
  #version = 0;
  #remote: RemoteDescription | null = null;
  #sender: SrtpSender | null = null;
  #receiver: SrtpReceiver | null = null;
  #reception: ReceptionStats | null = null;
  #source = '';
  #highestIndex = -1;
  #lossIn = 0;
  /** The latest report on our stream, and the number of packets sent before it. */
  #remoteReport: { readonly block: ReportBlock; readonly lossOut: number; readonly sent: number } | null =
    null;
  #roundTripMs: number | null = null;
  #lastSenderReport = 0;
  #lastSenderReportAt = 0;
  #nextReportAt = 0;
  #packetsSent = 0;
  #bytesSent = 0;
  #closed = false;

  private constructor(options: WebrtcOptions) {
    this.id = options.id;
    this.#options = options;
    this.#dtls = new DtlsHandshake({
      certificate: options.certificate,
      send: (data) => this.#sendRaw(data),
      onKeys: ({ local, remote }) => {
        this.#sender = new SrtpSender(local);
        this.#receiver = new SrtpReceiver(remote);
        options.events.onConnected();
      },
      onError: (error) => options.events.onError(`DTLS: ${error.message}`),
    });
  }

  static async open(options: WebrtcOptions): Promise<WebrtcLeg> {
    const leg = new WebrtcLeg(options);
    try {
      for (const binding of options.bindings) await leg.#openSocket(binding);
    } catch (error) {
      leg.close();
      throw error;
    }
    return leg;
  }

  get connected(): boolean {
    return this.#sender !== null;
  }

  /** Null before the first RTCP report from the browser. */
  get network(): NetworkStats | null {
    if (this.#remoteReport === null) return null;
    return {
      lossIn: this.#lossIn,
      lossOut: this.#remoteReport.lossOut,
      jitterInMs: (this.#reception?.jitter ?? 0) / 8,
      jitterOutMs: this.#remoteReport.block.jitter / 8,
      roundTripMs: this.#roundTripMs,
    };
  }

  hasConsent(now: number): boolean {
    return this.#ice.hasConsent(now);
  }

  /** Also answers later offers (ICE restarts). */
  answer(sdp: string): string {
    const remote = parseRemote(sdp, 'offer');
    this.#accept(remote);
    return writeAnswer(this.#localDescription('passive'), remote);
  }

  offer(): string {
    return writeOffer(this.#localDescription('actpass'));
  }

  acceptAnswer(sdp: string): void {
    this.#accept(parseRemote(sdp, 'answer'));
  }

  sendFrame(frame: Uint8Array, now: number): void {
    if (this.#sender === null) return;
    this.#out.placeGenerated(frame.length, now);
    this.#sendPacket(this.#sender, frame, now);
  }

  forward(source: string, sequence: number, timestamp: number, payload: Uint8Array, now: number): void {
    if (this.#sender === null || payload.length > MAX_PAYLOAD) return;
    if (!this.#out.placeForwarded(source, sequence, timestamp, payload.length, now)) return;
    this.#sendPacket(this.#sender, payload, now);
  }

  tick(now: number): void {
    if (this.#sender === null || now < this.#nextReportAt) return;
    this.#nextReportAt = now + REPORT_INTERVAL_MS;
    if (this.#packetsSent > 0) this.#sendReport(this.#sender, now);
  }

  close(): void {
    this.#closed = true;
    this.#dtls.close();
    for (const { socket } of this.#sockets) socket.close();
  }

  async #openSocket({ family, bind, advertised }: Binding): Promise<void> {
    const socket = await openSocket({
      family,
      bind,
      ports: this.#options.ports,
      onDatagram: (data, port, address) => this.#onDatagram(socket, data, port, address),
      onError: (error) => this.#options.events.onError(`UDP: ${error.message}`),
    });
    this.#sockets.push({ advertised, socket });
  }

  #accept(remote: RemoteDescription): void {
    if (this.#remote !== null && this.connected && remote.fingerprint !== this.#remote.fingerprint) {
      throw new Error('the certificate cannot change during a call');
    }
    this.#remote = remote;
    this.#ice.setRemoteUfrag(remote.ufrag);
    this.#dtls.expectFingerprint(remote.fingerprint);
  }

  #localDescription(setup: 'actpass' | 'passive') {
    this.#version += 1;
    return {
      session: this.#session,
      version: this.#version,
      ...this.#ice.credentials,
      fingerprint: this.#options.certificate.fingerprint,
      setup,
      ssrc: this.#ssrc,
      cname: this.#cname,
      candidates: this.#options.addresses.flatMap((address) =>
        this.#sockets
          .filter(({ advertised }) => advertised.includes(address))
          .map(({ socket }) => ({ address, port: socket.port })),
      ),
    };
  }

  #onDatagram(socket: MediaSocket, data: Buffer, port: number, address: string): void {
    if (this.#closed) return;
    const { impairment } = this;
    if (impairment) {
      this.#applyImpairment(impairment, () => this.#handleDatagram(socket, data, port, address));
    } else this.#handleDatagram(socket, data, port, address);
  }

  #handleDatagram(socket: MediaSocket, data: Buffer, port: number, address: string): void {
    if (this.#closed) return;
    switch (datagramKind(data)) {
      case 'rtp':
        if (this.#receiveAudio(data)) this.#ice.followAudio(socket, address, port);
        return;
      case 'rtcp':
        this.#receiveControl(data);
        return;
      case 'stun':
        this.#ice.receive(data, socket, address, port, performance.now());
        return;
      case 'dtls':
        if (this.#ice.isKnownPath(socket, address, port)) this.#dtls.receive(data);
        return;
      default:
    }
  }

  /** @returns whether the packet is authentic and the newest so far */
  #receiveAudio(packet: Buffer): boolean {
    if (this.#receiver === null) return false;
    const length = this.#receiver.unprotect(packet);
    if (length < 0) return false;
    const newest = this.#receiver.index > this.#highestIndex;
    this.#highestIndex = Math.max(this.#highestIndex, this.#receiver.index);
    this.#deliverAudio(packet, this.#receiver.index, length);
    return newest;
  }

  #deliverAudio(packet: Buffer, index: number, length: number): void {
    const now = performance.now();
    this.#options.events.onAuthenticPacket(now);
    if (((packet[1] as number) & 0x7f) !== PCMU) return;
    const start = payloadOffset(packet, length);
    const end = payloadEnd(packet, start, length);
    if (end <= start || end - start > MAX_PAYLOAD) return;
    const timestamp = readUint32(packet, 4);
    const reception = this.#receptionFor(readUint32(packet, 8));
    reception.add(index, timestamp, Math.round(now * 8));
    const payload = packet.subarray(start, end);
    this.#options.events.onAudio(this.#source, readUint16(packet, 2), timestamp, payload, now);
  }

  #receptionFor(ssrc: number): ReceptionStats {
    if (this.#reception !== null && this.#reception.ssrc === ssrc) return this.#reception;
    this.#source = `${this.id}/${ssrc}`;
    this.#highestIndex = -1;
    this.#reception = new ReceptionStats(ssrc);
    return this.#reception;
  }

  #receiveControl(packet: Buffer): void {
    const plain = this.#receiver?.unprotectControl(packet) ?? null;
    if (plain === null) return;
    const now = performance.now();
    for (const item of parseRtcp(plain)) {
      if (item.type === 'senderReport') {
        this.#lastSenderReport = item.ntpMiddle;
        this.#lastSenderReportAt = now;
      } else if (item.type === 'reportBlock' && item.block.ssrc === this.#ssrc)
        this.#receiveReport(item.block);
    }
  }

  #receiveReport(block: ReportBlock): void {
    const previous = this.#remoteReport;
    const isStalled =
      previous?.block.highest === block.highest && this.#packetsSent - previous.sent > MAX_UNRECEIVED_PACKETS;
    this.#remoteReport = { block, lossOut: isStalled ? 1 : block.fraction / 256, sent: this.#packetsSent };
    this.#roundTripMs = roundTrip(block, monotonicUnixMs()) ?? this.#roundTripMs;
  }

  #sendPacket(sender: SrtpSender, payload: Uint8Array, now: number): void {
    if (!this.#ice.hasConsent(now)) return;
    const packet = nextPacketBuffer();
    const out = this.#out;
    writeRtpHeader(packet, out.marker, out.sequence & 0xffff, out.timestamp, this.#ssrc);
    packet.set(payload, RTP_HEADER_BYTES);
    const length = sender.protect(packet, RTP_HEADER_BYTES + payload.length, out.sequence);
    this.#packetsSent += 1;
    this.#bytesSent += payload.length;
    this.#sendRaw(packet.subarray(0, length));
  }

  #sendReport(sender: SrtpSender, now: number): void {
    const reception = this.#reception;
    const hasNewPackets = reception?.hasNewPackets ?? false;
    const stats = reception?.report();
    this.#lossIn = (stats?.fraction ?? 0) / 256;
    const since =
      this.#lastSenderReport === 0 ? 0 : Math.round(((now - this.#lastSenderReportAt) * 65_536) / 1000);
    const received = { lastReport: this.#lastSenderReport, sinceReport: since };
    const report = writeSenderReport({
      ssrc: this.#ssrc,
      cname: this.#cname,
      now: monotonicUnixMs(),
      timestamp: this.#out.timestamp,
      packets: this.#packetsSent,
      bytes: this.#bytesSent % 2 ** 32,
      blocks: reception && stats && hasNewPackets ? [{ ssrc: reception.ssrc, ...stats, ...received }] : [],
    });
    this.#sendRaw(sender.protectControl(report));
  }

  #applyImpairment(impairment: ActiveImpairment, pass: () => void): void {
    const delay = packetDelay(impairment, performance.now(), Math.random(), Math.random());
    if (delay === null) return;
    if (delay === 0) pass();
    else setTimeout(pass, delay);
  }

  #sendRaw(data: Uint8Array): void {
    const path = this.#ice.path;
    if (path === null) return;
    const { socket, port, address } = path;
    if (this.impairment) {
      const copy = Uint8Array.from(data);
      this.#applyImpairment(this.impairment, () => socket.send(copy, port, address));
    } else socket.send(data, port, address);
  }
}

/** Lets a browser notice within seconds that its audio no longer arrives. */
const REPORT_INTERVAL_MS = 1000;
/** If none of this many packets reached the browser, its loss counts as 100%. */
const MAX_UNRECEIVED_PACKETS = 100;

/** Monotonic, because a round-trip time is the difference of two times. */
function monotonicUnixMs(): number {
  return performance.timeOrigin + performance.now();
}

function parseRemote(sdp: string, which: 'offer' | 'answer'): RemoteDescription {
  const parsed = parseSdp(sdp);
  if (!parsed.ok) throw new Error(parsed.error);
  if (parsed.description.setup === 'passive')
    throw new Error(`the ${which} requires the passive DTLS role, which is ours`);
  return parsed.description;
}
