import type { LineMeasurement } from '../../core/line/sound-watch.ts';

export type LineStats = Omit<LineMeasurement, 'at' | 'muted'>;

interface Stats {
  readonly type: string;
  readonly timestamp: number;
  readonly kind?: unknown;
  readonly packetsReceived?: unknown;
  readonly packetsSent?: unknown;
  readonly fractionLost?: unknown;
  readonly totalAudioEnergy?: unknown;
}

/** Browsers omit what they don't measure. If there are several streams of the same kind, the last one counts. */
export function readLineStats(stats: Iterable<Stats>): LineStats {
  let read: LineStats = { packetsReceived: null, packetsSent: null, report: null, microphone: null };
  for (const one of stats) {
    if (one.kind !== undefined && one.kind !== 'audio') continue;
    switch (one.type) {
      case 'inbound-rtp':
        read = { ...read, packetsReceived: toNumber(one.packetsReceived) };
        break;
      case 'outbound-rtp':
        read = { ...read, packetsSent: toNumber(one.packetsSent) };
        break;
      case 'remote-inbound-rtp':
        read = { ...read, report: { at: one.timestamp, lost: toNumber(one.fractionLost) ?? 0 } };
        break;
      case 'media-source':
        read = { ...read, microphone: toNumber(one.totalAudioEnergy) };
        break;
      default:
        break;
    }
  }
  return read;
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
