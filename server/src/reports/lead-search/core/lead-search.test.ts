import { expect, test } from 'vitest';
import { leadSearch } from './lead-search.ts';

test.each([
  ['Ana', "'@7' & 'Ana':*"],
  ['  ana   gar ', "'@7' & 'ana':* & 'gar':*"],
  ['Müller-Lüdenscheidt', "'@7' & 'Muller':* & 'Ludenscheidt':*"],
  ["O'Do", "'@7' & 'O':* & 'Do':*"],
  ['O’Do', "'@7' & 'O':* & 'Do':*"],
  ["x'); drop & !(a\\", "'@7' & 'x':* & 'drop':* & 'a':*"],
  ['李小', "'@7' & '李小':*"],
  ['unit 12', "'@7' & 'unit':* & '12':*"],
])('the name %j searches for %s', (search, terms) => {
  expect(leadSearch(7, search)).toEqual({ terms, digits: [] });
});

test.each([
  ['0238', [['0238', '238']], "'@7' & ('#023' & '#238' | '#238')"],
  ['(415) 555', [['415555']], "'@7' & ('#415' & '#155' & '#555')"],
  ['+1 415', [['1415']], "'@7' & ('#141' & '#415')"],
  ['020 7946', [['0207946', '207946']], expect.stringContaining(' | ')],
  ['555555', [['555555']], "'@7' & ('#555')"],
  ['ana 238', [['238']], "'@7' & 'ana':* & ('#238')"],
])('the number in %j is one that contains %j', (search, digits, terms) => {
  expect(leadSearch(7, search)).toEqual({ terms, digits });
});

test.each(['a', 'a b', '41', '(4)', '0 4', '- .', '???'])('%j is too short to search for', (search) => {
  expect(leadSearch(7, search)).toBeNull();
});
