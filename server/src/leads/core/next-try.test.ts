import { describe, expect, it } from 'vitest';
import {
  type AfterCall,
  afterCall,
  inOrderOfPromise,
  type LastCall,
  type LeadThen,
  type NextTry,
  nextTry,
} from './next-try.ts';

const plan = { retryMinutes: [1, 5], followupMinutes: [60, 240], hasFallback: false };
const missed: LastCall = {
  type: 'lead',
  direction: 'outbound',
  status: 'missed',
  result: null,
  wasTaken: false,
  wasTalk: false,
  leftMessage: false,
  retry: null,
  leadRetry: null,
  isFallback: false,
  endedAt: 1_000_000,
};
const unanswered: LastCall = { ...missed, status: 'no-answer', wasTaken: true };
const talk: LastCall = { ...unanswered, status: 'completed', wasTalk: true };
const inMinutes = (minutes: number) => 1_000_000 + minutes * 60_000;

const retry = (nth: number, minutes: number, leadRetry: number | null = null): NextTry => ({
  retry: nth,
  leadRetry,
  isFallback: false,
  dueAt: inMinutes(minutes),
});
const followUp = (nth: number, minutes: number): NextTry => ({ ...retry(0, minutes, nth), retry: null });

const rows: readonly [string, LastCall, NextTry | null][] = [
  ['nobody took it', missed, retry(1, 1)],
  ['all were busy', { ...missed, status: 'busy' }, retry(1, 1)],
  ['nobody was on shift', { ...missed, status: 'offline' }, retry(1, 1)],
  ['the second retry', { ...missed, retry: 1 }, retry(2, 5)],
  ['a retry of a follow-up stays one', { ...missed, leadRetry: 2 }, retry(1, 1, 2)],
  ['the list of retries is used up', { ...missed, retry: 2 }, null],
  [
    'a caller left a message',
    { ...missed, type: 'inbound', direction: 'inbound', leftMessage: true },
    retry(1, 1),
  ],
  ['the lead did not answer', unanswered, followUp(1, 60)],
  ['a voicemail', { ...talk, result: 'voicemail' }, followUp(1, 60)],
  ['the second follow-up', { ...talk, result: 'missed', leadRetry: 1 }, followUp(2, 240)],
  ['the list of follow-ups is used up', { ...talk, result: 'missed', leadRetry: 2 }, null],
  ['contacted', { ...talk, result: 'contacted' }, null],
  ['contacted, though nobody seemed to answer', { ...unanswered, result: 'contacted' }, null],
  ['removed', { ...talk, result: 'removed' }, null],
  ['a talk whose result nobody gave', talk, null],
  ['the caller hung up first', { ...missed, status: 'canceled' }, null],
  ['a call that is not over', { ...missed, endedAt: null }, null],
  ['a call by hand', { ...missed, type: 'outbound' }, null],
  ['the lead called', { ...missed, type: 'inbound', direction: 'inbound' }, null],
];

describe('nextTry', () => {
  it.each(rows)('%s', (_sentence, last, expected) => {
    expect(nextTry(last, plan)).toEqual(expected);
  });
});

describe('when the retries are used up', () => {
  const last = { ...missed, retry: 2 };
  const withFallback = { ...plan, hasFallback: true };

  it('the other team has one try, at once', () => {
    expect(nextTry(last, withFallback)).toEqual({ ...retry(3, 0), isFallback: true });
  });

  it('nothing comes after the other team’s try, unless its agent could not reach the lead', () => {
    const theirs = { ...last, retry: 3, isFallback: true };
    expect(nextTry(theirs, withFallback)).toBeNull();
    expect(nextTry({ ...theirs, status: 'no-answer', wasTaken: true }, withFallback)).toMatchObject({
      leadRetry: 1,
      isFallback: false,
    });
  });

  it('a team without another tries no more, however short its list', () => {
    expect(nextTry(missed, { ...withFallback, retryMinutes: [] })).toMatchObject({ isFallback: true });
    expect(nextTry(missed, { ...plan, retryMinutes: [] })).toBeNull();
  });
});

describe('after a call', () => {
  const drop = (reason: string): AfterCall => ({ kind: 'drop', reason });
  const promised = (last: LastCall): AfterCall => {
    const next = nextTry(last, plan);
    return next === null ? { kind: 'leave' } : { kind: 'promise', next };
  };
  const leave: AfterCall = { kind: 'leave' };
  const quiet: LeadThen = { hasNewerCall: false, isAwaited: false };
  const awaited: LeadThen = { ...quiet, isAwaited: true };
  const calledSince: LeadThen = { ...quiet, hasNewerCall: true };
  const inbound: LastCall = { ...missed, type: 'inbound', direction: 'inbound' };
  const message: LastCall = { ...inbound, leftMessage: true };
  const byHand: LastCall = { ...talk, type: 'outbound' };
  const none = 'No further try is planned';

  it.each<[string, LastCall, LeadThen, AfterCall]>([
    ['that nobody took, another is promised', missed, quiet, promised(missed)],
    ['in vain, another is promised in the place of what was', unanswered, awaited, promised(unanswered)],
    ['with no try left, nothing is kept', { ...missed, retry: 2 }, awaited, drop(none)],
    ['with a talk and no result, nothing is kept', talk, awaited, drop(none)],
    ['that was not the last, all stays', missed, calledSince, leave],
    [
      'whose lead was contacted, nothing is kept',
      { ...talk, result: 'contacted' },
      awaited,
      drop('The lead was contacted'),
    ],
    [
      'by hand whose lead was contacted, nothing is kept',
      { ...byHand, result: 'contacted' },
      awaited,
      drop('The lead was contacted'),
    ],
    [
      'whose lead was contacted, but called since, all stays',
      { ...talk, result: 'contacted' },
      calledSince,
      leave,
    ],
    [
      'whose lead was removed, nothing is kept',
      { ...talk, result: 'removed' },
      awaited,
      drop('The lead was removed'),
    ],
    [
      'whose lead was removed, nothing is kept, also when it was not the last',
      { ...talk, result: 'removed' },
      calledSince,
      drop('The lead was removed'),
    ],
    ['by hand in vain, all stays', { ...byHand, result: 'missed' }, awaited, leave],
    ['of a caller whom nobody took, all stays', inbound, awaited, leave],
    ['with a message, another is promised', message, quiet, promised(message)],
    ['with a message, what is promised stays', message, awaited, leave],
  ])('%s', (_sentence, last, then, expected) => {
    expect(afterCall(last, plan, then)).toEqual(expected);
  });

  it('with a message, a team without tries leaves all as it is', () => {
    expect(afterCall(message, { ...plan, retryMinutes: [] }, quiet)).toEqual(leave);
  });
});

it('keeps the oldest promise first', () => {
  const due = (madeAt: number, leadRetry: number | null, retry: number | null) => ({
    madeAt,
    leadRetry,
    retry,
  });
  const ordered = inOrderOfPromise([due(1, 2, null), due(2, null, 2), due(5, null, 1), due(4, null, 1)]);
  expect(ordered.map(({ madeAt }) => madeAt)).toEqual([4, 5, 2, 1]);
});
