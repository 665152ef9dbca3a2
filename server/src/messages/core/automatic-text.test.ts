import { expect, it } from 'vitest';
import type { Verdict } from '../../leads/core/callable.ts';
import { decideAutomaticText, type EndedCall, REACHED, shouldSendMissedText } from './automatic-text.ts';

const allowed: Verdict = { kind: 'allowed' };
const later: Verdict = { kind: 'later', reason: { id: 'error.textLater' }, next: 42 };
const blocked: Verdict = { kind: 'blocked', reason: { id: 'callable.removed' } };

it.each([
  ['is sent when it is allowed', allowed, false, { kind: 'send' }],
  ['waits for the next allowed minute', later, false, { kind: 'wait', at: 42 }],
  [
    'is dropped when the lead must not be texted',
    blocked,
    false,
    { kind: 'drop', reason: 'This lead was removed and must not be called.' },
  ],
  ['is dropped when the lead was reached', allowed, true, { kind: 'drop', reason: REACHED }],
  ['does not wait for a lead who was reached', later, true, { kind: 'drop', reason: REACHED }],
])('an automatic text %s', (_what, verdict, wasReached, expected) => {
  expect(decideAutomaticText(verdict, wasReached)).toEqual(expected);
});

const missed: EndedCall = {
  type: 'lead',
  status: 'missed',
  wasClaimed: false,
  wasRequestedByAgent: false,
  leadCalledFirst: false,
  hadText: false,
};

it.each<[string, Partial<EndedCall>, boolean]>([
  ['when no agent accepted the call', {}, true],
  ['when all were busy', { status: 'busy' }, true],
  ['when no agent was on shift', { status: 'offline' }, true],
  ['not when an agent had the call', { wasClaimed: true }, false],
  ['not when an agent requested the call', { wasRequestedByAgent: true }, false],
  ['not when the call was canceled', { status: 'canceled' }, false],
  ['not when they called', { type: 'inbound' }, false],
  ['not when a call of theirs made them a lead', { leadCalledFirst: true }, false],
  ['not a second time, ever', { hadText: true }, false],
])('a lead gets the missed-call text %s', (_when, change, expected) => {
  expect(shouldSendMissedText({ ...missed, ...change })).toBe(expected);
});
