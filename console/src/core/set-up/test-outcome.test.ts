import { describe, expect, it } from 'vitest';
import { sendObstacle, type TestOutcome, testOutcome } from './test-outcome.ts';

type Call = NonNullable<Parameters<typeof testOutcome>[0]>;

const AT = '2026-11-27T10:00:00.000Z';

const party = (status: string, accepted_at: string | null = null): Call['parties'][number] => ({
  call_user_id: 1,
  user: { id: 4, full_name: 'Ann' },
  type: 'lead',
  status,
  result: null,
  tag: null,
  own_number: null,
  reason: null,
  rung_at: AT,
  accepted_at,
  ended_at: null,
});

describe('a test lead', () => {
  it.each<[string, Call | null, TestOutcome]>([
    ['rings until its call is loaded', null, 'ringing'],
    ['rings while its call has no agent', { ended_at: null, parties: [party('ringing')] }, 'ringing'],
    ['rings on when one of two agents missed it', { ended_at: null, parties: [party('missed')] }, 'ringing'],
    ['is taken by an agent', { ended_at: null, parties: [party('accepted', AT)] }, 'taken'],
    [
      'ends after an agent took it',
      { ended_at: AT, parties: [party('missed'), party('ended', AT)] },
      'ended',
    ],
    ['is unanswered', { ended_at: AT, parties: [party('ignored'), party('missed')] }, 'unanswered'],
    ['is ignored', { ended_at: AT, parties: [party('ignored')] }, 'ignored'],
    ['is unanswered if no phone was reached', { ended_at: AT, parties: [] }, 'unanswered'],
  ])('%s', (_, call, expected) => {
    expect(testOutcome(call)).toBe(expected);
  });
});

describe('another test lead', () => {
  const facts = (available: number) => ({
    teams: [{ agents: 1, available, schedule: null }],
    numbers: [{ is_ready: true }],
    hasSource: false,
    hasFormLead: false,
    hadCall: false,
  });

  it.each<[string, number, TestOutcome | null, ReturnType<typeof sendObstacle>]>([
    ['can be sent while another agent is available', 1, 'ringing', null],
    ['waits for the end of the ring', 0, 'ringing', 'end'],
    ['waits for the end of the call', 0, 'taken', 'end'],
    ['waits for the result', 0, 'ended', 'result'],
    ['needs an available agent after a ring that no one answered', 0, 'unanswered', 'phone'],
    ['needs an available agent', 0, null, 'phone'],
  ])('%s', (_, available, outcome, expected) => {
    expect(sendObstacle(facts(available), outcome)).toBe(expected);
  });

  it('needs a team before anything else', () => {
    expect(sendObstacle({ ...facts(0), teams: [] }, 'ringing')).toBe('team');
  });
});
