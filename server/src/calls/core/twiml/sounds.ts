/** All sounds are 8 kHz, 16-bit mono WAV files. */
import { encodeWav } from '@offhook/contract/wav';

const RATE = 8_000;

type Waveform = (seconds: number) => number;

function wav(seconds: number, waveform: Waveform): Uint8Array {
  const samples = Float64Array.from({ length: Math.round(seconds * RATE) }, (_, index) =>
    waveform(index / RATE),
  );
  return encodeWav(RATE, [samples]);
}

const sine = (frequency: number, seconds: number) => Math.sin(2 * Math.PI * frequency * seconds);

function tones(low: number, high: number, from: number, to: number, seconds: number): number {
  if (seconds < from || seconds >= to) return 0;
  const edge = Math.min(1, (seconds - from) / 0.01, (to - seconds) / 0.01);
  return edge * 0.15 * (sine(low, seconds) + sine(high, seconds));
}

/** North American: 440 and 480 Hz, 2 s on, 4 s off. */
export function ringbackTone(): Uint8Array {
  return wav(6, (seconds) => tones(440, 480, 0, 2, seconds));
}

/** 480 and 620 Hz, twice per second. */
export function reorderTone(): Uint8Array {
  return wav(1, (seconds) => tones(480, 620, 0, 0.3, seconds) + tones(480, 620, 0.5, 0.8, seconds));
}

/** Semitones above A3, one four-note chord per 2 s. */
const CHORDS: readonly (readonly number[])[] = [
  [3, 7, 10, 15],
  [0, 7, 12, 15],
  [-4, 3, 8, 12],
  [-2, 5, 10, 14],
  [3, 7, 12, 19],
  [0, 3, 10, 17],
  [-4, 3, 7, 15],
  [-2, 5, 8, 14],
];

export function holdMusic(): Uint8Array {
  const noteSeconds = 0.5;
  return wav(CHORDS.length * 2, (seconds) => {
    let level = 0;
    const current = Math.floor(seconds / noteSeconds);
    for (let back = 0; back < 4; back += 1) {
      const note = current - back;
      if (note < 0) continue;
      const chord = CHORDS[Math.floor(note / 4) % CHORDS.length];
      const semitone = chord?.[note % 4] ?? 0;
      const age = seconds - note * noteSeconds;
      const frequency = 220 * 2 ** (semitone / 12);
      const envelope = Math.min(1, age / 0.02) * Math.exp(-age * 2.2);
      level += envelope * (sine(frequency, age) + 0.3 * sine(2 * frequency, age));
    }
    return 0.16 * level;
  });
}
