import { describe, expect, it } from 'vitest';
import { CALLBACK_AGAIN_MS, CALLBACK_GRACE_MS } from './callback-times.ts';
import {
  type LastCall,
  type LeadState,
  type NextAttempt,
  nextAttempt,
  type PlanChange,
  planAfterCall,
  sortByPriority,
  wereAgentsOccupied,
} from './next-attempt.ts';

const plan = { retryMinutes: [1, 5], followupMinutes: [60, 240], hasFallback: false };
const missed: LastCall = {
  type: 'lead',
  direction: 'outbound',
  status: 'missed',
  result: null,
  wasClaimed: false,
  hadConversation: false,
  leftVoicemail: false,
  agentsWereOccupied: false,
  retry: null,
  leadRetry: null,
  isFallback: false,
  endedAt: 1_000_000,
};
const unanswered: LastCall = { ...missed, status: 'no-answer', wasClaimed: true };
const conversation: LastCall = { ...unanswered, status: 'completed', hadConversation: true };
const occupied: LastCall = { ...missed, status: 'busy', agentsWereOccupied: true };
const inMinutes = (minutes: number) => 1_000_000 + minutes * 60_000;

const retry = (nth: number, minutes: number, leadRetry: number | null = null): NextAttempt => ({
  retry: nth,
  leadRetry,
  isFallback: false,
  dueAt: inMinutes(minutes),
});
const followUp = (nth: number, minutes: number): NextAttempt => ({ ...retry(0, minutes, nth), retry: null });

const rows: readonly [string, LastCall, NextAttempt | null][] = [
  ['an unanswered call is retried', missed, retry(1, 1)],
  ['a call with all agents occupied is retried at once', occupied, retry(1, 0)],
  ['a retry with all agents occupied is the next in the list', { ...occupied, retry: 1 }, retry(2, 0)],
  ['all agents occupied: no retry follows the last one in the list', { ...occupied, retry: 2 }, null],
  [
    'a parked lead that no agent picked up waits for the first delay, even with all agents occupied',
    { ...occupied, status: 'missed', hadConversation: true, wasClaimed: true },
    retry(1, 1),
  ],
  ['a call with no agent online is retried', { ...missed, status: 'offline' }, retry(1, 1)],
  ['the second retry uses the second delay', { ...missed, retry: 1 }, retry(2, 5)],
  ['a retry of a follow-up keeps its number', { ...missed, leadRetry: 2 }, retry(1, 1, 2)],
  ['no retry follows the last one in the list', { ...missed, retry: 2 }, null],
  [
    'a voicemail from the lead is followed by a callback',
    { ...missed, type: 'inbound', direction: 'inbound', leftVoicemail: true },
    retry(1, 1),
  ],
  [
    'a parked lead that no agent picked up is called back',
    { ...conversation, status: 'missed' },
    retry(1, 1),
  ],
  [
    'a caller who hung up while parked is called back',
    { ...conversation, status: 'missed', type: 'inbound', direction: 'inbound' },
    retry(1, 1),
  ],
  ['a lead who does not answer gets a follow-up', unanswered, followUp(1, 60)],
  [
    'a lead’s voicemail greeting is followed by a follow-up',
    { ...conversation, result: 'voicemail' },
    followUp(1, 60),
  ],
  [
    'the second follow-up uses the second delay',
    { ...conversation, result: 'missed', leadRetry: 1 },
    followUp(2, 240),
  ],
  ['no follow-up comes after the last one', { ...conversation, result: 'missed', leadRetry: 2 }, null],
  ['a contacted lead gets no further attempt', { ...conversation, result: 'contacted' }, null],
  ['a contacted result wins over an unanswered call', { ...unanswered, result: 'contacted' }, null],
  ['a removed lead gets no further attempt', { ...conversation, result: 'removed' }, null],
  ['a conversation without a result leads to no attempt', conversation, null],
  ['a canceled call leads to no attempt', { ...missed, status: 'canceled' }, null],
  ['an active call leads to no attempt', { ...missed, endedAt: null }, null],
  ['a manual call leads to no attempt', { ...missed, type: 'outbound' }, null],
  ['an inbound call leads to no attempt', { ...missed, type: 'inbound', direction: 'inbound' }, null],
];

describe('nextAttempt', () => {
  it.each(rows)('%s', (_title, last, expected) => {
    expect(nextAttempt(last, plan)).toEqual(expected);
  });
});

it.each<[string, LastCall['status'], readonly string[], boolean]>([
  ['are in calls', 'busy', ['All agents are busy'], true],
  ['are on a break', 'missed', ['All agents are on a break'], true],
  ['are away', 'missed', ['No agent is available'], false],
  ['were rung and did not accept', 'missed', ['No agent accepted the call'], false],
  ['are outside their hours', 'offline', ['Outside availability hours'], false],
])('agents who %s are occupied or not', (_title, status, reasons, expected) => {
  expect(wereAgentsOccupied(status, reasons)).toBe(expected);
});

describe('when the retries are used up', () => {
  const last = { ...missed, retry: 2 };
  const withFallback = { ...plan, hasFallback: true };

  it('the fallback team gets one attempt immediately', () => {
    expect(nextAttempt(last, withFallback)).toEqual({ ...retry(3, 0), isFallback: true });
  });

  it('only a follow-up can come after the fallback team’s attempt', () => {
    const fallbackCall = { ...last, retry: 3, isFallback: true };
    expect(nextAttempt(fallbackCall, withFallback)).toBeNull();
    expect(
      nextAttempt({ ...fallbackCall, status: 'no-answer', wasClaimed: true }, withFallback),
    ).toMatchObject({
      leadRetry: 1,
      isFallback: false,
    });
  });

  it('a team without a fallback team makes no more attempts', () => {
    expect(nextAttempt(missed, { ...withFallback, retryMinutes: [] })).toMatchObject({ isFallback: true });
    expect(nextAttempt(missed, { ...plan, retryMinutes: [] })).toBeNull();
  });
});

describe('after a call', () => {
  const cancel = (reason: string, keepsCallback = false): PlanChange => ({
    kind: 'cancel',
    reason,
    keepsCallback,
  });
  const schedule = (last: LastCall): PlanChange => {
    const next = nextAttempt(last, plan);
    return next === null ? { kind: 'keep' } : { kind: 'schedule', next };
  };
  const keep: PlanChange = { kind: 'keep' };
  const withoutScheduledCall: LeadState = {
    hasNewerCall: false,
    hasScheduledCall: false,
    hasNewCallback: false,
    callbackDueAt: null,
  };
  const withScheduledCall: LeadState = { ...withoutScheduledCall, hasScheduledCall: true };
  const calledSince: LeadState = { ...withoutScheduledCall, hasNewerCall: true };
  const calledBack: LeadState = { ...withoutScheduledCall, hasNewCallback: true };
  const endedAt = missed.endedAt ?? 0;
  const madeFor = (callbackDueAt: number): LeadState => ({ ...withoutScheduledCall, callbackDueAt });
  const again: PlanChange = { kind: 'callBackAgain', dueAt: endedAt + CALLBACK_AGAIN_MS };
  const inbound: LastCall = { ...missed, type: 'inbound', direction: 'inbound' };
  const voicemail: LastCall = { ...inbound, leftVoicemail: true };
  const manual: LastCall = { ...conversation, type: 'outbound' };
  const none = 'No further attempt is scheduled';

  it.each<[string, LastCall, LeadState, PlanChange]>([
    ['that no agent answered, another one is scheduled', missed, withoutScheduledCall, schedule(missed)],
    [
      'that did not reach the lead, another one replaces the scheduled call',
      unanswered,
      withScheduledCall,
      schedule(unanswered),
    ],
    [
      'with no attempt left, scheduled calls are canceled',
      { ...missed, retry: 2 },
      withScheduledCall,
      cancel(none, true),
    ],
    [
      'with a conversation and no result, scheduled calls are canceled',
      conversation,
      withScheduledCall,
      cancel(none, true),
    ],
    ['that was followed by a newer one, scheduled calls are kept', missed, calledSince, keep],
    [
      'whose lead was contacted, scheduled calls are canceled',
      { ...conversation, result: 'contacted' },
      withScheduledCall,
      cancel('The lead was contacted'),
    ],
    [
      'placed manually and whose lead was contacted, scheduled calls are canceled',
      { ...manual, result: 'contacted' },
      withScheduledCall,
      cancel('The lead was contacted'),
    ],
    [
      'whose lead was contacted but has been called again, scheduled calls are kept',
      { ...conversation, result: 'contacted' },
      calledSince,
      keep,
    ],
    [
      'whose lead was removed, scheduled calls are canceled',
      { ...conversation, result: 'removed' },
      withScheduledCall,
      cancel('The lead was removed'),
    ],
    [
      'whose lead was removed, scheduled calls are canceled even if a newer call followed',
      { ...conversation, result: 'removed' },
      calledSince,
      cancel('The lead was removed'),
    ],
    [
      'placed manually without reaching the lead, scheduled calls are kept',
      { ...manual, result: 'missed' },
      withScheduledCall,
      keep,
    ],
    ['from a lead that no agent answered, scheduled calls are kept', inbound, withScheduledCall, keep],
    [
      'that did not reach the lead, a callback set since takes the place of a follow-up',
      unanswered,
      calledBack,
      keep,
    ],
    [
      'whose lead was contacted, a callback set since is kept',
      { ...conversation, result: 'contacted' },
      calledBack,
      keep,
    ],
    [
      'whose lead was removed, a callback set since is canceled',
      { ...conversation, result: 'removed' },
      calledBack,
      cancel('The lead was removed'),
    ],
    ['that no agent accepted for a callback, the callback is due again', missed, madeFor(endedAt), again],
    [
      'for a callback that has waited long enough, a retry follows',
      missed,
      madeFor(endedAt - CALLBACK_GRACE_MS),
      schedule(missed),
    ],
    [
      'for a callback that did not reach the lead, a follow-up follows',
      unanswered,
      madeFor(endedAt),
      schedule(unanswered),
    ],
    [
      'that no agent accepted for a callback, another one set since is kept',
      missed,
      { ...madeFor(endedAt), hasNewCallback: true },
      keep,
    ],
    ['with a voicemail, a callback is scheduled', voicemail, withoutScheduledCall, schedule(voicemail)],
    ['with a voicemail, a scheduled call is kept', voicemail, withScheduledCall, keep],
    [
      'that was parked and not picked up, a callback is scheduled, whatever the first agent’s result',
      { ...conversation, status: 'missed', result: 'contacted' },
      withoutScheduledCall,
      { kind: 'schedule', next: retry(1, 1) },
    ],
    [
      'that was parked and not picked up, a scheduled call is kept',
      { ...conversation, status: 'missed', result: 'contacted' },
      withScheduledCall,
      keep,
    ],
  ])('%s', (_title, last, leadState, expected) => {
    expect(planAfterCall(last, plan, leadState)).toEqual(expected);
  });

  it('with a voicemail, a team without retries schedules nothing', () => {
    expect(planAfterCall(voicemail, { ...plan, retryMinutes: [] }, withoutScheduledCall)).toEqual(keep);
  });
});

it('attempts are sorted by follow-up, retry and age', () => {
  const due = (scheduledAt: number, leadRetry: number | null, retry: number | null) => ({
    scheduledAt,
    leadRetry,
    retry,
  });
  const ordered = sortByPriority([due(1, 2, null), due(2, null, 2), due(5, null, 1), due(4, null, 1)]);
  expect(ordered.map(({ scheduledAt }) => scheduledAt)).toEqual([4, 5, 2, 1]);
});
