/**
 * When a channel of a recording has speech, from the levels of its 20 ms frames. A level is a byte: 0 is digital
 * silence, and each step is 0.4 dB, so 250 is full scale.
 */

export const FRAME_MS = 20;
const STEP_DB = 0.4;
const FULL_SCALE = 250;

/** In ms, half open, in order, without overlaps. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** @param meanSquare of samples between -1 and 1 */
export function levelOf(meanSquare: number): number {
  if (meanSquare <= 0) return 0;
  const steps = FULL_SCALE + (10 * Math.log10(meanSquare)) / STEP_DB;
  return Math.max(0, Math.min(FULL_SCALE, Math.round(steps)));
}

const steps = (db: number): number => Math.round(db / STEP_DB);
/** Speech on a telephone is 20 to 40 dB louder. */
const QUIETEST_SPEECH = FULL_SCALE - steps(52);
/** Below that there is only what a codec makes of silence. */
const DIGITAL_SILENCE = FULL_SCALE - steps(75);
/** More than the level of steady noise varies. */
const ABOVE_NOISE = steps(8);
const SHARE_OF_RANGE = 0.35;
/** The noise may change: a car stops, a window opens. Speakers pause more often. */
const NOISE_BLOCK = 10_000 / FRAME_MS;
const NOISE_QUANTILE = 0.1;
const SPEECH_QUANTILE = 0.95;
/** A second: fewer frames say nothing about the noise. */
const ENOUGH_FRAMES = 1_000 / FRAME_MS;
/** Longer digital silence is a muted microphone or a paused recording, not the noise between words. */
const MUTED_FRAMES = 2_000 / FRAME_MS;
/** A stop inside a word is silent for up to this time. */
const JOINED_GAP_MS = 300;
/** Shorter sounds are clicks and breaths. */
const SHORTEST_SPEECH_MS = 100;
/** What the other channel hears of a speaker through the telephone. */
const ECHO_BELOW = steps(20);
const ECHO_FRAMES = 200 / FRAME_MS;

/** Without those of a muted microphone. */
function audibleFrames(levels: Uint8Array): Uint8Array {
  const isAudible = new Uint8Array(levels.length).fill(1);
  let silentFrom = 0;
  for (let frame = 0; frame <= levels.length; frame += 1) {
    if (frame < levels.length && (levels[frame] ?? 0) <= DIGITAL_SILENCE) continue;
    if (frame - silentFrom >= MUTED_FRAMES) isAudible.fill(0, silentFrom, frame);
    silentFrom = frame + 1;
  }
  return isAudible;
}

/** The level that `share` of the audible frames don't exceed; null if there are too few. */
function quantile(
  levels: Uint8Array,
  isAudible: Uint8Array,
  from: number,
  to: number,
  share: number,
): number | null {
  const histogram = new Uint32Array(FULL_SCALE + 1);
  let total = 0;
  for (let at = from; at < Math.min(to, levels.length); at += 1) {
    if (!isAudible[at]) continue;
    const level = Math.max(DIGITAL_SILENCE, levels[at] ?? 0);
    histogram[level] = (histogram[level] ?? 0) + 1;
    total += 1;
  }
  if (total < ENOUGH_FRAMES) return null;
  let seen = 0;
  for (const [level, count] of histogram.entries()) {
    seen += count;
    if (seen >= total * share) return level;
  }
  return null;
}

const median = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/** One per block. */
function thresholds(levels: Uint8Array): readonly number[] {
  const isAudible = audibleFrames(levels);
  const { length } = levels;
  const speech = quantile(levels, isAudible, 0, length, SPEECH_QUANTILE) ?? FULL_SCALE;
  const everywhere = quantile(levels, isAudible, 0, length, NOISE_QUANTILE) ?? DIGITAL_SILENCE;
  const noises = Array.from({ length: Math.ceil(length / NOISE_BLOCK) }, (_, block) => {
    const from = block * NOISE_BLOCK;
    return quantile(levels, isAudible, from, from + NOISE_BLOCK, NOISE_QUANTILE) ?? everywhere;
  });
  return noises.map((own, block) => {
    // Ten seconds of speech without a pause have no noise to measure.
    const noise = median(noises[block - 1] ?? own, own, noises[block + 1] ?? own);
    return Math.max(QUIETEST_SPEECH, noise + Math.max(ABOVE_NOISE, (speech - noise) * SHARE_OF_RANGE));
  });
}

/** @param other levels of the other channel, whose speech this one may carry as an echo */
export function findSpeech(levels: Uint8Array, other: Uint8Array | null): readonly Span[] {
  const limits = thresholds(levels);
  const spans: Span[] = [];
  let from: number | null = null;
  const close = (frame: number) => {
    if (from === null) return;
    const span = { from: from * FRAME_MS, to: frame * FRAME_MS };
    const last = spans.at(-1);
    if (last && span.from - last.to < JOINED_GAP_MS)
      spans[spans.length - 1] = { from: last.from, to: span.to };
    else spans.push(span);
    from = null;
  };
  for (let frame = 0; frame < levels.length; frame += 1) {
    const level = levels[frame] ?? 0;
    const isSpeech =
      level >= (limits[Math.floor(frame / NOISE_BLOCK)] ?? FULL_SCALE) && !isEcho(level, other, frame);
    if (isSpeech) from ??= frame;
    else close(frame);
  }
  close(levels.length);
  return spans.filter((span) => span.to - span.from >= SHORTEST_SPEECH_MS);
}

function isEcho(level: number, other: Uint8Array | null, frame: number): boolean {
  if (other === null) return false;
  for (let at = Math.max(0, frame - ECHO_FRAMES); at <= frame; at += 1)
    if ((other[at] ?? 0) - level >= ECHO_BELOW) return true;
  return false;
}
