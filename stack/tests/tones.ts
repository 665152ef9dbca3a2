const ROWS = [697, 770, 852, 941] as const;
const COLUMNS = [1209, 1336, 1477, 1633] as const;
const KEYS = ['123A', '456B', '789C', '*0#D'] as const;

/** Long enough to tell the tones apart, short enough for the pauses. */
const WINDOW_MS = 20;
/** A window is a digit when its two tones have at least this share of the energy. */
const SHARE = 0.8;
const QUIET = 0.02;

export interface DetectedDigit {
  readonly digit: string;
  /** In ms from the start of the recording. */
  readonly from: number;
  readonly to: number;
}

export function detectDigits(samples: Float32Array, rate: number): DetectedDigit[] {
  const length = Math.round((rate * WINDOW_MS) / 1000);
  const digits: DetectedDigit[] = [];
  for (let start = 0; start + length <= samples.length; start += length) {
    const digit = digitOf(samples.subarray(start, start + length), rate);
    if (digit === null) continue;
    const from = (start / rate) * 1000;
    const last = digits.at(-1);
    // The same digit in the next window, or one window later, is the same key press.
    if (last?.digit === digit && from - last.to <= WINDOW_MS)
      digits[digits.length - 1] = { ...last, to: from + WINDOW_MS };
    else digits.push({ digit, from, to: from + WINDOW_MS });
  }
  return digits;
}

function digitOf(chunk: Float32Array, rate: number): string | null {
  const total = chunk.reduce((sum, sample) => sum + sample * sample, 0);
  if (Math.sqrt(total / chunk.length) < QUIET) return null;
  const [row, rowPower] = strongest(chunk, rate, ROWS);
  const [column, columnPower] = strongest(chunk, rate, COLUMNS);
  // A sine of amplitude a has a²n/2 energy, and a·n/2 as its magnitude in the spectrum.
  const share = ((rowPower + columnPower) * 2) / chunk.length / total;
  return share < SHARE ? null : (KEYS[row]?.[column] ?? null);
}

function strongest(
  chunk: Float32Array,
  rate: number,
  tones: readonly number[],
): [index: number, power: number] {
  const powers = tones.map((tone) => goertzel(chunk, (2 * Math.PI * tone) / rate));
  const power = Math.max(...powers);
  return [powers.indexOf(power), power];
}

/** Squared magnitude of one frequency (Goertzel). */
function goertzel(chunk: Float32Array, omega: number): number {
  const turn = 2 * Math.cos(omega);
  let [one, two] = [0, 0];
  for (const sample of chunk) [one, two] = [sample + turn * one - two, one];
  return one * one + two * two - turn * one * two;
}
