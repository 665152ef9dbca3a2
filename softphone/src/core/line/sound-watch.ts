/** Silence isn't a problem: a working line still carries packets, and a working microphone has noise. */

/** Counts are since the start of the call; null: unknown. */
export interface LineMeasurement {
  readonly at: number;
  readonly packetsReceived: number | null;
  readonly packetsSent: number | null;
  /** The other end's last receiver report. `lost`: 0 to 1. */
  readonly report: { readonly at: number; readonly lost: number } | null;
  /** Total energy; constant only while every sample is zero. */
  readonly microphone: number | null;
  readonly muted: boolean;
}

export type SoundTrouble = 'notHearing' | 'notHeard' | 'silentMicrophone';

export interface SoundWatch {
  readonly last: LineMeasurement | null;
  /** Times of the last packets and the last microphone sound. */
  readonly receivedAt: number;
  readonly soundAt: number;
  readonly reportSeenAt: number | null;
  readonly reportGap: number | null;
  /** The microphone is silent between words, as with a noise gate, so its silence isn't a problem. */
  readonly gated: boolean;
  readonly trouble: SoundTrouble | null;
}

export const unwatched: SoundWatch = {
  last: null,
  receivedAt: 0,
  soundAt: 0,
  reportSeenAt: null,
  reportGap: null,
  gated: false,
  trouble: null,
};

/** The agent sees a problem within 5 s. */
export const STALLED_AFTER_MS = 3_500;
/** Share of packets. */
const MIN_LOSS = 0.9;
/** Multiples of the usual interval between reports. */
const MAX_REPORT_GAPS = 2.5;
const MIN_REPORT_WAIT_MS = 3_000;

/** @param paused on hold, so no audio is expected */
export function updateSoundWatch(watch: SoundWatch, now: LineMeasurement, paused: boolean): SoundWatch {
  const { last } = watch;
  if (paused || last === null) {
    const fresh = { ...watch, last: now, receivedAt: now.at, soundAt: now.at, reportSeenAt: null };
    return { ...fresh, trouble: null };
  }
  const received = now.packetsReceived === null || now.packetsReceived !== last.packetsReceived;
  const sounded = now.microphone === null || now.microphone !== last.microphone;
  const reported = now.report !== null && now.report.at !== last.report?.at;
  const { reportSeenAt } = watch;
  const gap = reported && reportSeenAt !== null ? now.at - reportSeenAt : null;
  const next: SoundWatch = {
    last: now,
    receivedAt: received ? now.at : watch.receivedAt,
    soundAt: sounded || now.muted || last.muted ? now.at : watch.soundAt,
    reportSeenAt: reported ? now.at : reportSeenAt,
    // An interval that counted as a problem doesn't change the usual interval.
    reportGap: gap === null || watch.trouble !== null ? watch.reportGap : Math.max(gap, watch.reportGap ?? 0),
    gated: watch.gated || (watch.trouble === 'silentMicrophone' && sounded && !now.muted && !last.muted),
    trouble: null,
  };
  return { ...next, trouble: troubleOf(next, last) };
}

/** Most noticeable first: if nothing is received, reports are missing too. */
function troubleOf(watch: SoundWatch, before: LineMeasurement): SoundTrouble | null {
  const { last: now } = watch;
  if (now === null) return null;
  if (now.at - watch.receivedAt >= STALLED_AFTER_MS) return 'notHearing';
  if (now.at - watch.soundAt >= STALLED_AFTER_MS && !watch.gated) return 'silentMicrophone';
  const sends = now.packetsSent !== null && now.packetsSent !== before.packetsSent;
  return sends && isNotHeard(watch, now) ? 'notHeard' : null;
}

/** True only if the other end has sent reports before. */
function isNotHeard({ reportSeenAt, reportGap }: SoundWatch, { at, report }: LineMeasurement): boolean {
  if (report === null) return false;
  if (report.lost >= MIN_LOSS) return true;
  if (reportSeenAt === null || reportGap === null) return false;
  return at - reportSeenAt >= Math.max(MIN_REPORT_WAIT_MS, MAX_REPORT_GAPS * reportGap);
}
