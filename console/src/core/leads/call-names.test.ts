import { describe, expect, test } from 'vitest';
import {
  callLabel,
  formatOutcome,
  partyRole,
  partyStatus,
  resultChoices,
  resultName,
  roleName,
  statusChoices,
  statusName,
} from './call-names.ts';

describe('the outcome of a call', () => {
  test.each([
    ['completed', 277, '4:37'],
    ['completed', 0, 'No answer'],
    ['missed', 0, 'No agent answered'],
    ['busy', 0, 'All agents busy'],
    ['offline', 0, 'Outside hours'],
    ['in-progress', 12, 'In progress'],
    ['no-answer', 0, 'No answer'],
    ['something_new', 0, 'Something new'],
  ])('%s of %d seconds is shown as %s', (status, seconds, expected) => {
    expect(formatOutcome({ status, seconds })).toBe(expected);
  });

  test.each([
    [null, null],
    ['contacted', 'Contacted'],
  ])('the result %j is named %j', (result, expected) => {
    expect(resultName(result)).toBe(expected);
  });
});

test('a call between colleagues is named by what it is', () => {
  expect(callLabel({ label: '', type: 'conference' })).toBe('Conference');
  expect(callLabel({ label: 'Ada Form', type: 'lead' })).toBe('Ada Form');
});

test('unknown values are capitalized', () => {
  expect(statusName('paused')).toBe('Paused');
  expect(roleName('monitor')).toBe('Monitor');
  expect(partyStatus({ status: 'left_alone' })).toBe('Left alone');
});

test('a supervisor’s role names every way of taking part', () => {
  expect(partyRole({ type: 'lead', supervised_as: [] })).toBe('Lead call');
  expect(partyRole({ type: 'listen' })).toBe('Listen');
  expect(partyRole({ type: 'listen', supervised_as: ['listen', 'whisper', 'barge'] })).toBe(
    'Listen, Whisper, Barge',
  );
});

test('a colleague who was only consulted is no canceled ring', () => {
  expect(partyStatus({ status: 'withdrawn', was_consulted: true })).toBe('Consulted');
  expect(partyStatus({ status: 'withdrawn', was_consulted: false })).toBe('Ring canceled');
});

test('filters offer every status and result by name', () => {
  expect(statusChoices().slice(0, 2)).toEqual([
    ['ringing', 'Ringing'],
    ['in-progress', 'In progress'],
  ]);
  expect(resultChoices().at(-1)).toEqual(['none', 'No result']);
});
