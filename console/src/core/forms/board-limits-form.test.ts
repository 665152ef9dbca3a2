import '@offhook/i18n/english';
import { DEFAULT_BOARD_LIMITS } from '@offhook/contract/console/board-limits';
import { expect, it } from 'vitest';
import { boardLimitsChange, boardLimitsForm, boardLimitsProblems, parseTime } from './board-limits-form.ts';

const limits = { ...DEFAULT_BOARD_LIMITS, statuses: { lunch: { caution: null, danger: 3_605 } } };
const form = boardLimitsForm(limits, ['break', 'lunch']);

it.each([
  ['2:00', 120],
  ['0:05', 5],
  [' 90:30 ', 5_430],
  ['20', 1_200],
  ['', null],
  ['1440:00', 86_400],
  ['1440:01', undefined],
  ['0:00', undefined],
  ['2:60', undefined],
  ['2 min', undefined],
])('a time of %j is %j seconds', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds);
});

it('the form has each limit as typed text, and each of the account’s statuses', () => {
  expect(form).toMatchObject({
    oncall: { caution: '20:00', danger: '30:00' },
    ringing: { caution: '', danger: '' },
    missed_today: { caution: '10', danger: '20' },
    'status break': { caution: '', danger: '' },
    'status lunch': { caution: '', danger: '60:05' },
  });
  expect(boardLimitsProblems(form)).toEqual({});
});

it('a problem stands at the limit that has it', () => {
  const wrong = {
    ...form,
    oncall: { caution: '30:00', danger: '30:00' },
    held: { caution: 'soon', danger: '' },
    missed_today: { caution: '1:00', danger: '' },
  };
  expect(Object.keys(boardLimitsProblems(wrong))).toEqual(['held', 'oncall', 'missed_today']);
});

it('only changed limits are sent, and statuses as a complete list of those with limits', () => {
  const oncall = { caution: '', danger: '45' };
  expect(boardLimitsChange({ oncall }, { ...form, oncall })).toEqual({
    oncall: { caution: null, danger: 2_700 },
  });
  const changed = { 'status break': { caution: '10:00', danger: '' } };
  expect(boardLimitsChange(changed, { ...form, ...changed })).toEqual({
    statuses: { break: { caution: 600, danger: null }, lunch: { caution: null, danger: 3_605 } },
  });
});
