import { MAX_GREETING_SECONDS } from '@offhook/contract/console/greeting-entities';
import { readWavFormat } from './wav.ts';

/** Shorter sound is a mistake, such as a recording that was stopped at once. */
const MIN_MS = 200;
/** An encoder's padding doesn't make a file of the longest length too long. */
const MAX_MS = MAX_GREETING_SECONDS * 1_000 + 250;

export type CheckedGreeting =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly problem: 'notAudio' | 'tooShort' | 'tooLong' };

/** Accepts what every voice provider plays: WAV with 16-bit PCM or µ-law samples, mono or stereo. */
export function checkGreeting(bytes: Uint8Array): CheckedGreeting {
  const format = readWavFormat(bytes, bytes.length);
  if (format === null) return { ok: false, problem: 'notAudio' };
  const { channels, sampleBytes, sampleRate, dataBytes } = format;
  const milliseconds = Math.round((dataBytes * 1_000) / (channels * sampleBytes * sampleRate));
  if (milliseconds < MIN_MS) return { ok: false, problem: 'tooShort' };
  return milliseconds > MAX_MS ? { ok: false, problem: 'tooLong' } : { ok: true, milliseconds };
}
