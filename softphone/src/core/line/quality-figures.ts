import { QUALITY_WARNINGS, type QualityFigures } from '@offhook/contract/requests/requests';

/** Uses the library's names and units: milliseconds, and packets since the start of the call. */
export interface QualitySample {
  readonly codecName?: string | undefined;
  readonly mos?: number | null | undefined;
  readonly rtt?: number | undefined;
  readonly jitter?: number | undefined;
  readonly totals?:
    | {
        readonly packetsSent?: number | undefined;
        readonly packetsReceived?: number | undefined;
        readonly packetsLost?: number | undefined;
      }
    | undefined;
}

interface Figure {
  readonly count: number;
  readonly sum: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface CallQuality {
  readonly samples: number;
  readonly codec: string | null;
  /** Mean opinion score, 1 to 4.5. */
  readonly mos: Figure | null;
  readonly rtt: Figure | null;
  readonly jitter: Figure | null;
  readonly packets: { readonly sent: number; readonly received: number; readonly lost: number };
  readonly warnings: readonly string[];
}

export const unmeasured: CallQuality = {
  samples: 0,
  codec: null,
  mos: null,
  rtt: null,
  jitter: null,
  packets: { sent: 0, received: 0, lost: 0 },
  warnings: [],
};

export function withSample(quality: CallQuality, sample: QualitySample): CallQuality {
  const { packetsSent, packetsReceived, packetsLost } = sample.totals ?? {};
  const { packets } = quality;
  return {
    ...quality,
    samples: quality.samples + 1,
    codec: sample.codecName || quality.codec,
    mos: withValue(quality.mos, sample.mos),
    rtt: withValue(quality.rtt, sample.rtt),
    jitter: withValue(quality.jitter, sample.jitter),
    packets: {
      sent: packetsSent ?? packets.sent,
      received: packetsReceived ?? packets.received,
      // Duplicate packets make the library's count negative.
      lost: Math.max(0, packetsLost ?? packets.lost),
    },
  };
}

export function withWarning(quality: CallQuality, name: string): CallQuality {
  if (quality.warnings.includes(name)) return quality;
  return { ...quality, warnings: [...quality.warnings, name] };
}

/** Leaves out warnings that the server doesn't know. */
export function reportedFigures(quality: CallQuality): QualityFigures {
  return {
    ...qualityFigures(quality),
    warnings: QUALITY_WARNINGS.filter((name) => quality.warnings.includes(name)),
  };
}

export function qualityFigures(
  quality: CallQuality,
): Omit<QualityFigures, 'warnings'> & { readonly warnings: readonly string[] } {
  const { samples, codec, mos, rtt, jitter, packets, warnings } = quality;
  const shown = (figure: Figure | null) =>
    figure && {
      average: rounded(figure.sum / figure.count),
      lowest: rounded(figure.lowest),
      highest: rounded(figure.highest),
    };
  return {
    seconds: samples,
    codec,
    mos: shown(mos),
    rtt_ms: shown(rtt),
    jitter_ms: shown(jitter),
    packets,
    warnings,
  };
}

/** Before the first packets, the library's values are missing or not numbers. */
function withValue(figure: Figure | null, value: number | null | undefined): Figure | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return figure;
  if (!figure) return { count: 1, sum: value, lowest: value, highest: value };
  return {
    count: figure.count + 1,
    sum: figure.sum + value,
    lowest: Math.min(figure.lowest, value),
    highest: Math.max(figure.highest, value),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
