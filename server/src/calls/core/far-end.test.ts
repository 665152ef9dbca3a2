import type { FarEnd } from '@offhook/contract/entities';
import { expect, test } from 'vitest';
import type { AnsweredBy, LegStatus } from '../../platform/core/leg-status.ts';
import { type DialledCall, farEnd } from './far-end.ts';

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
const call = (fields: Partial<DialledCall>): DialledCall => ({
  talkStartedAt: null,
  endedAt: null,
  leg: null,
  ...fields,
});

test.each<[string, DialledCall, FarEnd | null]>([
  ['not dialled yet', call({}), null],
  ['ordered', call({ leg: leg('queued', null, null) }), { state: 'ringing', seconds: 60 }],
  ['ringing', call({ leg: leg('ringing', null, null) }), { state: 'ringing', seconds: 60 }],
  [
    'answered',
    call({ talkStartedAt: 8_000, leg: leg('in-progress', null, null) }),
    { state: 'answered', seconds: 52 },
  ],
  [
    'answered by a person',
    call({ talkStartedAt: 8_000, leg: leg('in-progress', null, null, 'human') }),
    { state: 'answered', seconds: 52 },
  ],
  [
    'answered by a machine',
    call({ talkStartedAt: 8_000, leg: leg('in-progress', null, null, 'machine') }),
    { state: 'voicemail', seconds: 52 },
  ],
  [
    'over',
    call({ talkStartedAt: 8_000, endedAt: 20_000, leg: leg('completed') }),
    { state: 'answered', seconds: 12 },
  ],
  ['busy', call({ endedAt: 50_000, leg: leg('busy', 486, 2_000) }), { state: 'busy', seconds: 2 }],
  [
    'rung in vain',
    call({ endedAt: 50_000, leg: leg('no-answer', 480) }),
    { state: 'no-answer', seconds: 45 },
  ],
  [
    'a number that does not exist',
    call({ leg: leg('failed', 404) }),
    { state: 'no-such-number', seconds: 45 },
  ],
  ['a trunk in trouble', call({ leg: leg('failed', 503) }), { state: 'failed', seconds: 45 }],
  ['refused by the provider', call({ leg: leg('failed') }), { state: 'failed', seconds: 45 }],
  ['given up by the agent', call({ leg: leg('canceled', 487) }), { state: 'canceled', seconds: 45 }],
])('%s', (_name, dialled, expected) => {
  expect(farEnd(dialled, 60_000)).toEqual(expected);
});
