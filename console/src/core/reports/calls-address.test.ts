import { expect, test } from 'vitest';
import { callsAddress } from './calls-address.ts';

const RANGE = { from: '2026-11-16', to: '2026-11-22' };

test.each([
  [{}, ''],
  [{ weekday: 2, hour: 0, team: '' }, '&weekday=2&hour=0'],
  [{ agent: 4, source: 'form:Solar & roof', team: '3' }, '&source=form%3ASolar+%26+roof&team=3&taken=4'],
  [{ agent: '', outcome: 'contacted' }, '&outcome=contacted'],
  [{ agent: 4, outcome: 'contacted' }, '&outcome=contacted&last=4'],
  [{ agent: 5, missed: 4, status: 'missed,no-answer' }, '&missed=4&status=missed%2Cno-answer'],
])('the calls of %j are listed in the days and zone of the report', (filter, rest) => {
  expect(callsAddress(RANGE, 'America/Los_Angeles', filter)).toBe(
    `/calls?from=2026-11-16&to=2026-11-22&zone=America%2FLos_Angeles${rest}`,
  );
});
