import { expect, it } from 'vitest';
import { findReferences } from './audit-references.ts';

it.each([
  ['team 2: schedule, profile missed_text', ['team 2']],
  ['team 2: user 5 in', ['team 2', 'user 5']],
  ['api key 9: added', ['api key 9']],
  ['recording 3: external link 5, call 77, creator 12', ['user 12']],
  ['calls: 1240 exported, filter team 2, filter weekday 1, filter taken_by 8', ['team 2', 'user 8']],
  ['webhook 4: filter team 2 7, filter number 3', ['webhook 4', 'team 2', 'team 7', 'number 3']],
  ['user 7: status break', ['user 7']],
  ['report mail 3: recipients', []],
  ['lead -: erased', []],
  ['do-not-call list: a file of 20 numbers', []],
  ['do-not-call list: a file of 20 numbers, by api key 9', ['api key 9']],
  ['account 1: recordings_days 30', ['account 1']],
  ['team 99999999999999999999', []],
  ['team 2: user 5 in, user 5 out', ['team 2', 'user 5']],
])('“%s” refers to %j', (subject, expected) => {
  expect(findReferences(subject).map(({ kind, id }) => `${kind} ${id}`)).toEqual(expected);
});

it('an entry refers to at most 20', () => {
  const ids = Array.from({ length: 100 }, (_, n) => n + 1);
  expect(findReferences(`calls: filter team ${ids.join(' ')}`)).toHaveLength(20);
});
