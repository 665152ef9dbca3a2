import { expect, it } from 'vitest';
import { pieceLabels, pieceName } from './hours-text.ts';
import { type Piece, splitByDay } from './schedule-grid.ts';

const saturday = 5 * 1440;
const night: Piece = { start: saturday + 1320, length: 240 };

it.each<[string, Piece, readonly string[], string]>([
  ['a morning piece', { start: 480, length: 240 }, ['8 AM–12 PM'], 'Monday, 8 AM to 12 PM'],
  ['a short piece', { start: saturday + 585, length: 195 }, ['9:45 AM–1 PM'], 'Saturday, 9:45 AM to 1 PM'],
  ['an overnight piece', night, ['10 PM', '2 AM'], 'Saturday, 10 PM to Sunday, 2 AM'],
  ['a full day', { start: 0, length: 1440 }, ['12 AM–12 AM'], 'Monday, 12 AM to midnight'],
])('%s has a label for each day and one name', (_title, piece, labels, name) => {
  expect(splitByDay(piece).map((part) => pieceLabels(piece, part).whole)).toEqual(labels);
  expect(pieceName(piece)).toBe(name);
});
