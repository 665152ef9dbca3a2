import { PRESENCE_LEASE_MS } from '@offhook/contract/limits';
import { expect, it } from 'vitest';
import { type BoardAgentFacts, boardOrder, boardState, inOrderOfWaiting } from './board.ts';

const NOW = Date.UTC(2026, 2, 2, 17);
const ago = (seconds: number) => NOW - seconds * 1000;

const lease = {
  state: 'waiting',
  device: 'registered',
  audio: 'ready',
  renewedAt: ago(2),
  unreachable: false,
} as const;
const open = {
  status: 'accepted',
  rungAt: ago(70),
  acceptedAt: ago(60),
  answeredAt: ago(60),
  isHolding: false,
} as const;
const agent: BoardAgentFacts = {
  lease,
  hasOwnPhone: false,
  doNotDisturb: false,
  atCap: false,
  open: null,
  inSchedule: true,
  changedAt: ago(300),
  lastEndedAt: ago(310),
};

const TABLE: readonly [string, Partial<BoardAgentFacts>, ReturnType<typeof boardState>][] = [
  ['waits', {}, { state: 'available', since: ago(300), callStatus: null, reason: null }],
  [
    'is rung',
    { open: { ...open, status: 'ringing', rungAt: ago(6), acceptedAt: null, answeredAt: null } },
    { state: 'ringing', since: ago(6), callStatus: null, reason: null },
  ],
  ['talks', { open }, { state: 'oncall', since: ago(60), callStatus: null, reason: null }],
  [
    'waits for a lead whose phone rings',
    { open: { ...open, answeredAt: null } },
    { state: 'oncall', since: ago(60), callStatus: 'Ringing', reason: null },
  ],
  [
    'talks since the lead answered',
    { open: { ...open, answeredAt: ago(20) } },
    { state: 'oncall', since: ago(20), callStatus: null, reason: null },
  ],
  [
    'holds the others',
    { open: { ...open, isHolding: true } },
    { state: 'held', since: ago(60), callStatus: null, reason: null },
  ],
  [
    'talks while the page is gone',
    { open, lease: { ...lease, renewedAt: ago(30) } },
    { state: 'oncall', since: ago(60), callStatus: null, reason: null },
  ],
  [
    'gives a result',
    { lease: { ...lease, state: 'disposition' }, changedAt: ago(8), lastEndedAt: ago(9) },
    { state: 'wrapup', since: ago(9), callStatus: 'Call Result', reason: null },
  ],
  [
    'writes a text after a note',
    { lease: { ...lease, state: 'sms' }, changedAt: ago(5), lastEndedAt: ago(80) },
    { state: 'wrapup', since: ago(80), callStatus: 'Send SMS', reason: null },
  ],
  [
    'chooses a tag of a call that nobody wrote the end of',
    { lease: { ...lease, state: 'disposition2' }, changedAt: ago(5), lastEndedAt: null },
    { state: 'wrapup', since: ago(5), callStatus: 'Tags & Stages', reason: null },
  ],
  [
    'is on the page after a call that the phone has not left yet',
    { lease: { ...lease, state: 'oncall' }, lastEndedAt: ago(1) },
    { state: 'wrapup', since: ago(1), callStatus: null, reason: null },
  ],
  [
    'still shows a ring that is over',
    { lease: { ...lease, state: 'ringing' }, changedAt: ago(20), lastEndedAt: ago(1) },
    { state: 'unavailable', since: ago(1), callStatus: null, reason: 'Just rung' },
  ],
  [
    'never opened the phone',
    { lease: null, changedAt: null, lastEndedAt: null },
    { state: 'unavailable', since: null, callStatus: null, reason: 'Phone not open' },
  ],
  [
    'closed the phone, and said so',
    { lease: { ...lease, renewedAt: 0 } },
    { state: 'unavailable', since: null, callStatus: null, reason: 'Phone not open' },
  ],
  [
    'was last seen a minute ago',
    { lease: { ...lease, renewedAt: ago(60) } },
    { state: 'unavailable', since: ago(60), callStatus: null, reason: 'Phone not open' },
  ],
  [
    'does not want to be disturbed',
    { doNotDisturb: true },
    { state: 'unavailable', since: ago(300), callStatus: null, reason: 'Do not disturb' },
  ],
  [
    'has had enough calls',
    { atCap: true },
    { state: 'unavailable', since: ago(300), callStatus: null, reason: 'Had as many calls today as may be' },
  ],
  [
    'is not at work',
    { inSchedule: false },
    { state: 'unavailable', since: null, callStatus: null, reason: 'Not in schedule' },
  ],
  [
    'is not at work, and has closed the phone',
    { inSchedule: false, lease: null },
    { state: 'unavailable', since: null, callStatus: null, reason: 'Phone not open' },
  ],
  [
    'is reached on a phone of their own',
    { lease: null, hasOwnPhone: true, changedAt: null },
    { state: 'available', since: null, callStatus: null, reason: null },
  ],
  [
    'took the last call after the phone said it waits',
    { changedAt: ago(900), lastEndedAt: ago(30) },
    { state: 'available', since: ago(30), callStatus: null, reason: null },
  ],
];

it.each(TABLE)('says of an agent who %s what they do and since when', (_, facts, expected) => {
  expect(boardState({ ...agent, ...facts }, NOW - PRESENCE_LEASE_MS)).toEqual(expected);
});

it('puts who is rung before who talks, and of the same the longest first', () => {
  const one = (
    name: string,
    state: 'ringing' | 'oncall' | 'available' | 'unavailable',
    since: number | null,
  ) => ({
    name,
    state,
    since,
  });
  const agents = [
    one('Ann', 'unavailable', null),
    one('Ben', 'available', ago(10)),
    one('Cem', 'available', ago(100)),
    one('Dia', 'oncall', ago(5)),
    one('Eve', 'ringing', ago(1)),
    one('Abe', 'unavailable', null),
  ];
  expect(boardOrder(agents).map(({ name }) => name)).toEqual(['Eve', 'Dia', 'Cem', 'Ben', 'Abe', 'Ann']);
});

it('puts who waits for an agent first, the oldest first, and promised times of later after them', () => {
  const one = (id: string, since: number, dueAt: number | null, retry: number | null) => ({
    id,
    since: ago(since),
    dueAt: dueAt === null ? null : ago(dueAt),
    retry,
  });
  const leads = [
    one('tomorrow', 90_000, -86_400, null),
    one('ringing', 6, null, null),
    one('in an hour', 4_000, -3_600, null),
    one('overdue', 280, 40, null),
    one('missed by agents, again in a minute', 31, -60, 1),
  ];
  expect(inOrderOfWaiting(leads, NOW).map(({ id }) => id)).toEqual([
    'overdue',
    'missed by agents, again in a minute',
    'ringing',
    'in an hour',
    'tomorrow',
  ]);
});
