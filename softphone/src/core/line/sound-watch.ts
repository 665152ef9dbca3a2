/**
 * Whether both sides of a call can be heard, as far as this end can tell, by measurements about once a second. Silence
 * is no trouble: a line that works carries packets all the same, and a microphone that works is never wholly still.
 */

/** Counts are since the start of the call; null: the browser does not tell. Times are milliseconds since 1970. */
export interface LineMeasure {
  readonly at: number;
  readonly packetsReceived: number | null;
  readonly packetsSent: number | null;
  /** What the other end reported last of what it receives: when that came, and which share was lost, 0 to 1. */
  readonly report: { readonly at: number; readonly lost: number } | null;
  /** Sound that the microphone has given; it stays the same only while every sample is zero. */
  readonly microphone: number | null;
  readonly muted: boolean;
}

/** Nothing comes in; what goes out does not arrive; the microphone gives nothing. */
export type SoundTrouble = 'notHearing' | 'notHeard' | 'silentMicrophone';

export interface SoundWatch {
  readonly last: LineMeasure | null;
  /** When packets came in last, and when the microphone gave sound, or was allowed not to. */
  readonly receivedAt: number;
  readonly soundAt: number;
  /** When the last report was seen, and the longest time between two of them. */
  readonly reportSeenAt: number | null;
  readonly reportGap: number | null;
  /** This microphone is wholly still between words, as those with a noise gate are: its silence says nothing. */
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

/** With a measurement a second it is told within five. */
export const STILL_MS = 3_500;
/** Nearly all of it. */
const LOST = 0.9;
/** So many times the usual time between two reports is too long. */
const REPORT_GAPS = 2.5;
const SHORTEST_WAIT_MS = 3_000;

/** @param paused the call is held: then nothing need come or go, and the watch begins anew afterwards */
export function measured(watch: SoundWatch, now: LineMeasure, paused: boolean): SoundWatch {
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
    // A silence that was a trouble is no measure of what is usual.
    reportGap: gap === null || watch.trouble !== null ? watch.reportGap : Math.max(gap, watch.reportGap ?? 0),
    gated: watch.gated || (watch.trouble === 'silentMicrophone' && sounded && !now.muted && !last.muted),
    trouble: null,
  };
  return { ...next, trouble: troubleOf(next, last) };
}

/** What the agent notices first comes first; of a line that carries nothing either way no report comes back. */
function troubleOf(watch: SoundWatch, before: LineMeasure): SoundTrouble | null {
  const { last: now } = watch;
  if (now === null) return null;
  if (now.at - watch.receivedAt >= STILL_MS) return 'notHearing';
  if (now.at - watch.soundAt >= STILL_MS && !watch.gated) return 'silentMicrophone';
  const sends = now.packetsSent !== null && now.packetsSent !== before.packetsSent;
  return sends && isUnheard(watch, now) ? 'notHeard' : null;
}

/** Only of another end that reports at all can it be told that it has stopped. */
function isUnheard({ reportSeenAt, reportGap }: SoundWatch, { at, report }: LineMeasure): boolean {
  if (report === null) return false;
  if (report.lost >= LOST) return true;
  if (reportSeenAt === null || reportGap === null) return false;
  return at - reportSeenAt >= Math.max(SHORTEST_WAIT_MS, REPORT_GAPS * reportGap);
}
