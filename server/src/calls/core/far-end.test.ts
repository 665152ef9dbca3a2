import type { FarEnd } from '@offhook/contract/calls/far-end';
import { expect, test } from 'vitest';
import type { AnsweredBy, LegStatus } from '../../platform/core/leg-status.ts';
import { type DialedCall, farEnd } from './far-end.ts';

const leg = (
  status: LegStatus,
  sipCode: number | null = null,
  endedAt: number | null = 45_000,
  answeredBy: AnsweredBy | null = null,
) => ({
  status,
  createdAt: 0,
  endedAt,
  sipCode,
  answeredBy,
});
const call = (fields: Partial<DialedCall>): DialedCall => ({
  talkStartedAt: null,
  endedAt: null,
  leg: null,
  ...fields,
});

const farEndOf = (state: FarEnd['state'], seconds: number): FarEnd => ({ state, seconds });

test.each<[string, DialedCall, FarEnd | null]>([
  ['not dialed yet', call({}), null],
  ['queued', call({ leg: leg('queued', null, null) }), farEndOf('ringing', 60)],
  ['ringing', call({ leg: leg('ringing', null, null) }), farEndOf('ringing', 60)],
  ['answered', call({ talkStartedAt: 8_000, leg: leg('in-progress', null, null) }), farEndOf('answered', 52)],
  [
    'answered by a person',
    call({ talkStartedAt: 8_000, leg: leg('in-progress', null, null, 'human') }),
    farEndOf('answered', 52),
  ],
  [
    'answered by a machine',
    call({ talkStartedAt: 8_000, leg: leg('in-progress', null, null, 'machine') }),
    farEndOf('voicemail', 52),
  ],
  ['ended', call({ talkStartedAt: 8_000, endedAt: 20_000, leg: leg('completed') }), farEndOf('answered', 12)],
  ['busy', call({ endedAt: 50_000, leg: leg('busy', 486, 2_000) }), farEndOf('busy', 2)],
  ['unanswered', call({ endedAt: 50_000, leg: leg('no-answer', 480) }), farEndOf('no-answer', 45)],
  ['dialed to a nonexistent number', call({ leg: leg('failed', 404) }), farEndOf('no-such-number', 45)],
  ['failed at the trunk', call({ leg: leg('failed', 503) }), farEndOf('failed', 45)],
  ['rejected by the provider', call({ leg: leg('failed') }), farEndOf('failed', 45)],
  ['canceled by the agent', call({ leg: leg('canceled', 487) }), farEndOf('canceled', 45)],
])('the state and duration of the far end: %s', (_label, dialed, expected) => {
  expect(farEnd(dialed, 60_000)).toEqual(expected);
});
