import { describe, expect, test } from 'vitest';
import { attemptName, shownReason, waitingLine } from './waiting-leads.ts';

const team = { name: 'Sales' };
const lead = { team, ringing: 0, retry: null, lead_retry: null };
const NOW = 1_000_000;

describe('the line of a waiting lead', () => {
  test.each([
    ['two agents are rung', { ...lead, ringing: 2 }, null, 'Sales · Ringing 2 agents'],
    ['one agent is rung', { ...lead, ringing: 1 }, null, 'Sales · Ringing 1 agent'],
    [
      'an agent is rung for a lead without a team',
      { ...lead, team: null, ringing: 1 },
      null,
      'Ringing 1 agent',
    ],
    ['the call is scheduled', lead, NOW + 140_000, 'Sales · Due in 2:20'],
    ['the call is due', lead, NOW, 'Sales · Due now'],
    ['the lead is waiting for its team', lead, null, 'Sales'],
  ])('shows that %s', (_, one, due, expected) => {
    expect(waitingLine(one, due, NOW)).toBe(expected);
  });

  test.each([
    ['until the call is due', 0, NOW + 1, 'This team waits 15 seconds'],
    ['of a parked call', 0, null, 'This team waits 15 seconds'],
    ['no longer once the call is due', 0, NOW, null],
    ['not while agents are rung', 2, null, null],
  ])('shows a reason %s', (_, ringing, due, expected) => {
    expect(shownReason({ ringing, reason: 'This team waits 15 seconds' }, due, NOW)).toBe(expected);
  });

  test.each([
    [null, null, null],
    [1, null, 'Second attempt'],
    [3, null, 'Attempt 4'],
    [null, 3, 'Follow-up 3'],
    [1, 3, 'Follow-up 3, attempt 2'],
    [0, 0, null],
  ])('for retry %j and follow-up %j shows %j', (retry, lead_retry, expected) => {
    expect(attemptName({ retry, lead_retry })).toBe(expected);
  });
});
