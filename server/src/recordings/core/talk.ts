/** Who talks how much, from the speech of both sides. Times in ms. */
import type { RecordingAnalysis, SideAnalysis } from '@offhook/contract/console/review-entities';
import type { Span } from './voice-activity.ts';

/** A speaker who goes on after a pause up to this still holds the same monologue. */
const MONOLOGUE_PAUSE_MS = 2_000;
/** Shorter remarks ("mhm") neither end a monologue nor count as a turn. */
const REMARK_MS = 1_000;
/** Later starts are those of speakers who wait for the end. */
const INTERRUPTION_MS = 500;
/** Pauses in which neither side speaks. */
const SILENCE_MS = 1_000;
/** Of a recording of hours: the longest ones. */
const MAX_SILENCES = 2_000;

const length = ({ from, to }: Span): number => to - from;
const sum = (spans: readonly Span[]): number => spans.reduce((total, span) => total + length(span), 0);

/** @param spans in any order */
export function union(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push(span);
  }
  return merged;
}

/** @param spans in order, without overlaps */
export function gaps(spans: readonly Span[], duration: number): readonly Span[] {
  const starts = [0, ...spans.map(({ to }) => to)];
  const ends = [...spans.map(({ from }) => from), duration];
  return starts.flatMap((from, index) => {
    const to = ends[index] ?? duration;
    return to > from ? [{ from, to }] : [];
  });
}

/** Speech joined across short pauses in which the other side says no more than a remark. */
export function monologues(own: readonly Span[], other: readonly Span[]): readonly Span[] {
  const answers = other.filter((span) => length(span) >= REMARK_MS);
  const joined: Span[] = [];
  let next = 0;
  for (const span of own) {
    const last = joined.at(-1);
    const pauseFrom = last?.to ?? 0;
    while ((answers[next]?.to ?? Number.POSITIVE_INFINITY) <= pauseFrom) next += 1;
    const isAnswered = (answers[next]?.from ?? Number.POSITIVE_INFINITY) < span.from;
    if (last && !isAnswered && span.from - pauseFrom <= MONOLOGUE_PAUSE_MS)
      joined[joined.length - 1] = { from: last.from, to: span.to };
    else joined.push(span);
  }
  return joined;
}

function countInterruptions(own: readonly Span[], other: readonly Span[]): number {
  const long = own.filter((span) => length(span) >= REMARK_MS);
  let at = 0;
  return long.filter(({ from }) => {
    while ((other[at]?.to ?? Number.POSITIVE_INFINITY) <= from) at += 1;
    const talking = other[at];
    return talking !== undefined && talking.from < from && talking.to - from >= INTERRUPTION_MS;
  }).length;
}

function side(own: readonly Span[], other: readonly Span[]): SideAnalysis {
  const longest = monologues(own, other).reduce((most, span) => Math.max(most, length(span)), 0);
  return { talk_ms: sum(own), longest_ms: longest, interruptions: countInterruptions(own, other) };
}

function countTurns(agent: readonly Span[], lead: readonly Span[]): number {
  const turns = [
    ...monologues(agent, lead).map((span) => ({ ...span, by: 'agent' })),
    ...monologues(lead, agent).map((span) => ({ ...span, by: 'lead' })),
  ].filter((span) => length(span) >= REMARK_MS);
  turns.sort((a, b) => a.from - b.from);
  return turns.filter(({ by }, index) => turns[index - 1]?.by !== by).length;
}

/** @param paused parts that an agent didn't record */
export function analyzeTalk(
  agent: readonly Span[],
  lead: readonly Span[],
  paused: readonly Span[],
  duration: number,
): Pick<RecordingAnalysis, 'talk' | 'silences'> {
  const speech = union([...agent, ...lead]);
  const silent = sum(gaps(union([...speech, ...paused]), duration));
  return {
    talk: {
      agent: side(agent, lead),
      lead: side(lead, agent),
      silence_ms: silent,
      turns: countTurns(agent, lead),
    },
    silences: longSilences(speech, duration),
  };
}

/** Start and end of each. */
export function longSilences(speech: readonly Span[], duration: number): number[] {
  const found = gaps(speech, duration).filter((span) => length(span) > SILENCE_MS);
  const longest = [...found].sort((a, b) => length(b) - length(a)).slice(0, MAX_SILENCES);
  return longest.sort((a, b) => a.from - b.from).flatMap(({ from, to }) => [from, to]);
}
