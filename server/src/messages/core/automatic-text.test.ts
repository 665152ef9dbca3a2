import { expect, it } from 'vitest';
import type { Verdict } from '../../leads/core/consent/callable.ts';
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
  ['is dropped instead of delayed when the lead was reached', later, true, { kind: 'drop', reason: REACHED }],
])('an automatic text %s', (_label, verdict, wasReached, expected) => {
  expect(decideAutomaticText(verdict, wasReached)).toEqual(expected);
});

const missed: EndedCall = {
  type: 'lead',
  status: 'missed',
  wasClaimed: false,
  wasRequestedByAgent: false,
  leadCalledFirst: false,
  wasTextedBefore: false,
};

it.each<[string, Partial<EndedCall>, boolean]>([
  ['is texted when no agent accepted the call', {}, true],
  ['is texted when all agents were busy', { status: 'busy' }, true],
  ['is texted when all agents were outside their hours', { status: 'offline' }, true],
  ['is not texted when an agent accepted the call', { wasClaimed: true }, false],
  ['is not texted when an agent requested the call', { wasRequestedByAgent: true }, false],
  ['is not texted when the call was canceled', { status: 'canceled' }, false],
  ['is not texted after an inbound call', { type: 'inbound' }, false],
  ['is not texted if they first called us', { leadCalledFirst: true }, false],
  ['is never texted twice', { wasTextedBefore: true }, false],
])('a lead %s', (_label, change, expected) => {
  expect(shouldSendMissedText({ ...missed, ...change })).toBe(expected);
});
