import { describe, expect, it } from 'vitest';
import { closedPicker, openPicker, type Picker, placeList, pressKey } from './picker.ts';

const names = [
  'United States',
  'Åland Islands',
  'Côte d’Ivoire',
  'Finland',
  'France',
  'French Guiana',
  'Germany',
];
const [UNITED_STATES, ALAND, IVOIRE, FINLAND, FRANCE, GUIANA, GERMANY] = names.keys() as never as number[];
const SELECTED = FINLAND ?? 0;

type Keys = readonly (readonly [key: string, at?: number])[];

function press(from: Picker, keys: Keys) {
  let step = { picker: from, chosen: null as number | null, handled: false };
  let now = 10_000;
  for (const [key, at] of keys) {
    now = at ?? now + 100;
    step = pressKey(step.picker, { key, modified: false, at: now }, names, SELECTED);
  }
  return step;
}

const letters = (text: string): Keys => [...text].map((key) => [key] as const);

describe('the closed list', () => {
  it.each([' ', 'Enter', 'ArrowDown', 'ArrowUp'])('opens with %j at the chosen country', (key) => {
    expect(press(closedPicker, [[key]])).toMatchObject({
      picker: { open: true, highlighted: SELECTED },
      handled: true,
    });
  });
  it('opens with a letter at the first match', () => {
    expect(press(closedPicker, letters('g')).picker).toMatchObject({ open: true, highlighted: GERMANY });
  });
  it.each(['Tab', 'Escape', 'Home', 'Shift', 'F5'])('ignores %s', (key) => {
    expect(press(closedPicker, [[key]])).toEqual({ picker: closedPicker, chosen: null, handled: false });
  });
  it('leaves letters with Ctrl to the browser', () => {
    const step = pressKey(closedPicker, { key: 'r', modified: true, at: 1 }, names, SELECTED);
    expect(step).toEqual({ picker: closedPicker, chosen: null, handled: false });
  });
});

describe('the open list', () => {
  const open = openPicker(SELECTED);
  const moves: [sentence: string, keys: Keys, highlighted: number | undefined][] = [
    ['moves down with the down arrow', [['ArrowDown']], FRANCE],
    ['moves up with the up arrow', [['ArrowUp']], IVOIRE],
    ['stops at the first country', letters('u').concat([['ArrowUp']]), UNITED_STATES],
    ['stops at the last country', letters('ge').concat([['ArrowDown']]), GERMANY],
    ['moves to the first country with Home', [['Home']], UNITED_STATES],
    ['moves to the last country with End', [['End']], GERMANY],
    ['finds a name by its first letters', letters('fr'), FRANCE],
    ['finds a name in any letter case', letters('FRe'), GUIANA],
    ['accepts a space within a name', letters('french g'), GUIANA],
    ['finds a name without its accents', letters('al'), ALAND],
    ['finds a name without its curly apostrophe', letters("cote d'"), IVOIRE],
    ['moves to the next match when a letter is repeated', letters('ff'), FRANCE],
    ['moves from the last match to the first one', [...letters('f'), ['End'], ...letters('f')], FINLAND],
    ["doesn't move without a match", letters('xq'), FINLAND],
    [
      'starts a new search 700 ms after the last letter',
      [
        ['f', 1_000],
        ['g', 1_701],
      ],
      GERMANY,
    ],
    [
      'continues the search within 700 ms',
      [
        ['f', 1_000],
        ['r', 1_600],
      ],
      FRANCE,
    ],
  ];
  it.each(moves)('%s', (_sentence, keys, highlighted) => {
    expect(press(open, keys)).toMatchObject({
      picker: { open: true, highlighted },
      chosen: null,
      handled: true,
    });
  });

  it('starts a new search text after 700 ms', () => {
    expect(
      press(open, [
        ['f', 1_000],
        ['g', 1_701],
      ]).picker.query,
    ).toBe('g');
    expect(
      press(open, [
        ['f', 1_000],
        ['g', 1_600],
      ]).picker.query,
    ).toBe('fg');
  });
  it.each(['Enter', ' '])('chooses the highlighted country with %j and closes', (key) => {
    expect(press(open, [['ArrowDown'], [key]])).toEqual({
      picker: closedPicker,
      chosen: FRANCE,
      handled: true,
    });
  });
  it.each([
    ['closes with Escape without a choice, and handles the key', 'Escape', true],
    ['closes with Tab without a choice, and lets the key through', 'Tab', false],
  ])('%s', (_sentence, key, handled) => {
    expect(press(open, [['ArrowDown'], [key]])).toEqual({ picker: closedPicker, chosen: null, handled });
  });
  it('chooses nothing from an empty list', () => {
    expect(pressKey(openPicker(-1), { key: 'Enter', modified: false, at: 1 }, [], -1).chosen).toBeNull();
  });
});

describe('the position of the list', () => {
  const places: [sentence: string, bottom: number, side: 'below' | 'above', height: number][] = [
    ['is below if there are 200 px', 520, 'below', 192],
    ['is above if there are 199 px below', 521, 'above', 320],
    ['is at most 320 px high', 100, 'below', 320],
  ];
  it.each(places)('%s', (_sentence, bottom, side, height) => {
    expect(placeList({ top: bottom - 44, bottom, windowHeight: 720 })).toEqual({ side, height });
  });
  it('fits a short window', () => {
    expect(placeList({ top: 120, bottom: 164, windowHeight: 256 })).toEqual({ side: 'above', height: 112 });
  });
});
