import { describe, expect, test } from 'vitest';
import {
  isFoundBy,
  movedHighlight,
  type PaletteEntry,
  paletteGroups,
  withRecent,
} from './palette-entries.ts';

const entry = (id: string, name: string, rest: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id,
  group: 'Commands',
  name,
  icon: '',
  ...rest,
});
const commands = [
  entry('call', 'New call'),
  entry('history', 'Call History'),
  entry('break', 'Status: Break'),
  entry('settings', 'Settings', { detail: 'Microphone' }),
  entry('configuracion', 'Configuración', { group: 'Panels' }),
  entry('holidays', 'Holidays', { group: 'Settings', isHidden: true }),
];
const list = (query: string, recent: readonly string[] = [], found: readonly PaletteEntry[] = []) =>
  paletteGroups({ commands, found, query, recent, recentTitle: 'Recent' }).map(({ title, entries }) => [
    title,
    entries.map(({ id }) => id),
  ]);

describe('a palette', () => {
  test('lists every command by its group before anything is typed', () => {
    expect(list('')).toEqual([
      ['Commands', ['call', 'history', 'break', 'settings']],
      ['Panels', ['configuracion']],
    ]);
  });

  test('lists a hidden command once it is searched for, and among the recent ones', () => {
    expect(list('holi')).toEqual([['Settings', ['holidays']]]);
    expect(list('', ['holidays'])[0]).toEqual(['Recent', ['holidays']]);
  });

  test('lists recent commands first, newest first, and only once', () => {
    expect(list(' ', ['break', 'gone', 'call'])).toEqual([
      ['Recent', ['break', 'call']],
      ['Commands', ['history', 'settings']],
      ['Panels', ['configuracion']],
    ]);
  });

  test.each([
    ['call', ['history', 'call'], 'a name that begins with the text before one that has it later'],
    ['new ca', ['call'], 'a name with the beginnings of all words'],
    ['status brea', ['break'], 'words across punctuation'],
    ['micro', ['settings'], 'the detail'],
    ['CONFIGURACION', ['configuracion'], 'letters without accents and in capitals'],
    ['all', [], 'nothing for the middle of a word'],
  ])('finds for "%s" %j: %s', (query, ids) => {
    expect(list(query).flatMap(([, found]) => found)).toEqual(ids);
  });

  test('prefers a recent command among equal matches', () => {
    expect(list('s', ['settings']).flatMap(([, found]) => found)).toEqual(['settings', 'break']);
  });

  test('lists what the server found after the matching commands, in its order', () => {
    const found = [entry('z', 'Zoe', { group: 'Leads' }), entry('a', 'Ada', { group: 'Leads' })];
    expect(list('new', [], found)).toEqual([
      ['Commands', ['call']],
      ['Leads', ['z', 'a']],
    ]);
  });
});

test.each([
  ['sales no', true],
  ['nort sal', true],
  ['ales', false],
  [' ', false],
])('a name that is no command is found by the beginnings of its words: "%s" %j', (query, isFound) => {
  expect(isFoundBy('Sales (North)', query)).toBe(isFound);
});

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', 2, 1],
  ['Home', 1, null],
])('%s moves the highlight of three entries from %i to %j', (key, from, to) => {
  expect(movedHighlight(from, 3, key)).toBe(to);
});

test('without entries, the highlight stays', () => {
  expect(movedHighlight(0, 0, 'ArrowUp')).toBe(0);
});

test('five recent commands are remembered, the newest first', () => {
  const recent = ['a', 'b', 'c', 'd', 'e', 'f', 'c'].reduce<readonly string[]>(withRecent, []);
  expect(recent).toEqual(['c', 'f', 'e', 'd', 'b']);
});
