/** The digits of a telephone, heard in a recording. */

const ROWS = [697, 770, 852, 941] as const;
const COLUMNS = [1209, 1336, 1477, 1633] as const;
const KEYS = ['123A', '456B', '789C', '*0#D'] as const;

/** Pieces of this length are long enough to tell the tones apart, and short enough for the pauses. */
const PIECE_MS = 20;
/** A piece is a digit when its two tones have at least this part of all that sounds in it. */
const SHARE = 0.8;
const QUIET = 0.02;

export interface Heard {
  readonly digit: string;
  /** Milliseconds from the start of the recording. */
  readonly from: number;
  readonly to: number;
}

export function digitsIn(samples: Float32Array, rate: number): Heard[] {
  const length = Math.round((rate * PIECE_MS) / 1000);
  const heard: Heard[] = [];
  for (let start = 0; start + length <= samples.length; start += length) {
    const digit = digitOf(samples.subarray(start, start + length), rate);
    if (digit === null) continue;
    const from = (start / rate) * 1000;
    const last = heard.at(-1);
    // The same digit in the next piece, or after one that was half a tone, is the same key.
    if (last?.digit === digit && from - last.to <= PIECE_MS)
      heard[heard.length - 1] = { ...last, to: from + PIECE_MS };
    else heard.push({ digit, from, to: from + PIECE_MS });
  }
  return heard;
}

function digitOf(piece: Float32Array, rate: number): string | null {
  const total = piece.reduce((sum, sample) => sum + sample * sample, 0);
  if (Math.sqrt(total / piece.length) < QUIET) return null;
  const [row, rowPower] = strongest(piece, rate, ROWS);
  const [column, columnPower] = strongest(piece, rate, COLUMNS);
  // A pure tone of amplitude a has a·a·n/2 in the sum of squares, and a·n/2 as its part of the spectrum.
  const share = ((rowPower + columnPower) * 2) / piece.length / total;
  return share < SHARE ? null : (KEYS[row]?.[column] ?? null);
}

function strongest(
  piece: Float32Array,
  rate: number,
  tones: readonly number[],
): [index: number, power: number] {
  const powers = tones.map((tone) => goertzel(piece, (2 * Math.PI * tone) / rate));
  const power = Math.max(...powers);
  return [powers.indexOf(power), power];
}

/** Squared size of one frequency's part. */
function goertzel(piece: Float32Array, omega: number): number {
  const turn = 2 * Math.cos(omega);
  let [one, two] = [0, 0];
  for (const sample of piece) [one, two] = [sample + turn * one - two, one];
  return one * one + two * two - turn * one * two;
}
