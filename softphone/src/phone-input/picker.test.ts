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

const word = (text: string): Keys => [...text].map((key) => [key] as const);

describe('the closed list', () => {
  it.each([' ', 'Enter', 'ArrowDown', 'ArrowUp'])('is opened by %j at the chosen country', (key) => {
    expect(press(closedPicker, [[key]])).toMatchObject({
      picker: { open: true, highlighted: SELECTED },
      handled: true,
    });
  });
  it('is opened by a letter at what begins with it', () => {
    expect(press(closedPicker, word('g')).picker).toMatchObject({ open: true, highlighted: GERMANY });
  });
  it.each(['Tab', 'Escape', 'Home', 'Shift', 'F5'])('has nothing to do with %s', (key) => {
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
    ['down goes to the next country', [['ArrowDown']], FRANCE],
    ['up goes to the country before', [['ArrowUp']], IVOIRE],
    ['up stops at the first', word('u').concat([['ArrowUp']]), UNITED_STATES],
    ['down stops at the last', word('ge').concat([['ArrowDown']]), GERMANY],
    ['Home goes to the first', [['Home']], UNITED_STATES],
    ['End goes to the last', [['End']], GERMANY],
    ['letters find the name that begins with them', word('fr'), FRANCE],
    ['in any letter case', word('FRe'), GUIANA],
    ['a space in a name is a letter', word('french g'), GUIANA],
    ['an accent need not be typed', word('al'), ALAND],
    ['nor a curly apostrophe', word("cote d'"), IVOIRE],
    ['the same letter again goes on to the next', word('ff'), FRANCE],
    ['and from the last back to the first', [...word('f'), ['End'], ...word('f')], FINLAND],
    ['letters that begin no name move nothing', word('xq'), FINLAND],
    [
      'after 700 ms a letter begins a new word',
      [
        ['f', 1_000],
        ['g', 1_701],
      ],
      GERMANY,
    ],
    [
      'before that it goes on with the old one',
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
  it.each(['Enter', ' '])('%j chooses what is highlighted and closes', (key) => {
    expect(press(open, [['ArrowDown'], [key]])).toEqual({
      picker: closedPicker,
      chosen: FRANCE,
      handled: true,
    });
  });
  it.each([
    ['Escape closes without a choice, and nobody else hears it', 'Escape', true],
    ['Tab closes without a choice and moves on', 'Tab', false],
  ])('%s', (_sentence, key, handled) => {
    expect(press(open, [['ArrowDown'], [key]])).toEqual({ picker: closedPicker, chosen: null, handled });
  });
  it('chooses nothing where there is nothing', () => {
    expect(pressKey(openPicker(-1), { key: 'Enter', modified: false, at: 1 }, [], -1).chosen).toBeNull();
  });
});

describe('the place of the list', () => {
  const places: [sentence: string, bottom: number, side: 'below' | 'above', height: number][] = [
    ['is below with 200 px there', 520, 'below', 192],
    ['is above with 199 px below', 521, 'above', 320],
    ['is no higher than 320 px', 100, 'below', 320],
  ];
  it.each(places)('%s', (_sentence, bottom, side, height) => {
    expect(placeList({ top: bottom - 44, bottom, windowHeight: 720 })).toEqual({ side, height });
  });
  it('keeps within a low window', () => {
    expect(placeList({ top: 120, bottom: 164, windowHeight: 256 })).toEqual({ side: 'above', height: 112 });
  });
});
