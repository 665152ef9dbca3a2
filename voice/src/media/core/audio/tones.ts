import { FRAME_MS, FRAME_SAMPLES, linearToUlaw, SAMPLE_RATE, ULAW_SILENCE } from './g711.ts';

/** Peak of one tone on the 16-bit scale, about -16 dBm0; four tones do not clip. */
const AMPLITUDE = 6000;

export type Clip =
  | { readonly kind: 'samples'; readonly ulaw: Uint8Array }
  | {
      readonly kind: 'tone';
      readonly frequencies: readonly number[];
      readonly onMs: number;
      readonly offMs: number;
    }
  | { readonly kind: 'silence'; readonly ms: number };

/** Writes 20 ms of sines that started `sampleOffset` samples ago; silent beyond `onSamples`. */
export function writeTone(
  out: Uint8Array,
  frequencies: readonly number[],
  sampleOffset: number,
  onSamples: number,
): void {
  for (let i = 0; i < FRAME_SAMPLES; i += 1) {
    const at = sampleOffset + i;
    if (at >= onSamples) {
      out[i] = ULAW_SILENCE;
      continue;
    }
    let sum = 0;
    for (const frequency of frequencies) {
      sum += AMPLITUDE * Math.sin((2 * Math.PI * frequency * at) / SAMPLE_RATE);
    }
    out[i] = linearToUlaw[Math.round(Math.max(-32768, Math.min(32767, sum))) & 0xffff] as number;
  }
}

/** At least one frame, so that looping an empty clip still advances time. */
export function clipFrames(clip: Clip): number {
  switch (clip.kind) {
    case 'samples':
      return Math.max(1, Math.ceil(clip.ulaw.length / FRAME_SAMPLES));
    case 'tone':
      return Math.max(1, Math.ceil((clip.onMs + clip.offMs) / FRAME_MS));
    case 'silence':
      return Math.max(1, Math.ceil(clip.ms / FRAME_MS));
    default:
      return clip satisfies never;
  }
}

export function writeClip(out: Uint8Array, clip: Clip, index: number): void {
  const start = index * FRAME_SAMPLES;
  switch (clip.kind) {
    case 'samples': {
      const part = clip.ulaw.subarray(start, start + FRAME_SAMPLES);
      if (part.length < FRAME_SAMPLES) out.fill(ULAW_SILENCE);
      out.set(part);
      return;
    }
    case 'tone':
      writeTone(out, clip.frequencies, start, (clip.onMs * SAMPLE_RATE) / 1000);
      return;
    case 'silence':
      out.fill(ULAW_SILENCE);
      return;
    default:
      clip satisfies never;
  }
}

/** ITU-T Q.23. */
const ROWS = [697, 770, 852, 941];
const COLUMNS = [1209, 1336, 1477, 1633];
const KEYS = '123A456B789C*0#D';

/** Timing as documented by Twilio; `w` waits for 500 ms. Null if there are no, invalid, or more than 100 digits. */
export function digitClips(digits: string): readonly Clip[] | null {
  if (digits.length === 0 || digits.length > 100) return null;
  const clips: Clip[] = [];
  for (const digit of digits.toUpperCase()) {
    if (digit === 'W') {
      clips.push({ kind: 'silence', ms: 500 });
      continue;
    }
    const key = KEYS.indexOf(digit);
    if (key < 0) return null;
    const frequencies = [ROWS[key >> 2] as number, COLUMNS[key & 3] as number];
    clips.push({ kind: 'tone', frequencies, onMs: 100, offMs: 200 });
  }
  return clips;
}
