import type { Sound } from '../media/commands.ts';

type Cadence = readonly [onMs: number, offMs: number][];

/** Ringback tones by country (ITU-T E.180): frequencies in Hz, and on and off times. */
const tones: Readonly<Record<string, readonly [frequencies: readonly number[], cadence: Cadence]>> = {
  us: [[440, 480], [[2_000, 4_000]]],
  uk: [
    [400, 450],
    [
      [400, 200],
      [400, 2_000],
    ],
  ],
  au: [
    [400, 425],
    [
      [400, 200],
      [400, 2_000],
    ],
  ],
  nz: [
    [400, 450],
    [
      [400, 200],
      [400, 2_000],
    ],
  ],
  in: [
    [375, 425],
    [
      [400, 200],
      [400, 2_000],
    ],
  ],
  jp: [[400], [[1_000, 2_000]]],
  fr: [[440], [[1_500, 3_500]]],
  es: [[425], [[1_500, 3_000]]],
  nl: [[425], [[1_000, 4_000]]],
};
const continental: readonly [frequencies: readonly number[], cadence: Cadence] = [[425], [[1_000, 4_000]]];
const european = new Set([
  'at',
  'be',
  'ch',
  'cz',
  'de',
  'dk',
  'ee',
  'fi',
  'gr',
  'hu',
  'it',
  'lt',
  'no',
  'pl',
  'pt',
]);

/** Unknown countries use the North American tone. */
export function ringbackTone(country: string): readonly Sound[] {
  const name = country.toLowerCase();
  const american = tones['us'] ?? continental;
  const [frequencies, cadence] =
    (Object.hasOwn(tones, name) ? tones[name] : european.has(name) ? continental : american) ?? american;
  return cadence.map(([onMs, offMs]) => ({ kind: 'tone', frequencies, onMs, offMs }));
}
