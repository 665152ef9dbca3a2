import type { FarEnd } from '@offhook/contract/entities';
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

const is = (state: FarEnd['state'], seconds: number): FarEnd => ({ state, seconds });

test.each<[string, DialedCall, FarEnd | null]>([
  ['not dialed yet', call({}), null],
  ['queued', call({ leg: leg('queued', null, null) }), is('ringing', 60)],
  ['ringing', call({ leg: leg('ringing', null, null) }), is('ringing', 60)],
  ['answered', call({ talkStartedAt: 8_000, leg: leg('in-progress', null, null) }), is('answered', 52)],
  [
    'answered by a person',
    call({ talkStartedAt: 8_000, leg: leg('in-progress', null, null, 'human') }),
    is('answered', 52),
  ],
  [
    'answered by a machine',
    call({ talkStartedAt: 8_000, leg: leg('in-progress', null, null, 'machine') }),
    is('voicemail', 52),
  ],
  ['ended', call({ talkStartedAt: 8_000, endedAt: 20_000, leg: leg('completed') }), is('answered', 12)],
  ['busy', call({ endedAt: 50_000, leg: leg('busy', 486, 2_000) }), is('busy', 2)],
  ['unanswered', call({ endedAt: 50_000, leg: leg('no-answer', 480) }), is('no-answer', 45)],
  ['dialed to a nonexistent number', call({ leg: leg('failed', 404) }), is('no-such-number', 45)],
  ['failed by the trunk', call({ leg: leg('failed', 503) }), is('failed', 45)],
  ['rejected by the provider', call({ leg: leg('failed') }), is('failed', 45)],
  ['canceled by the agent', call({ leg: leg('canceled', 487) }), is('canceled', 45)],
])('the far end of a call that is %s is shown with its seconds', (_name, dialed, expected) => {
  expect(farEnd(dialed, 60_000)).toEqual(expected);
});
