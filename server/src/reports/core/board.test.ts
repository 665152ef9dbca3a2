import { PRESENCE_LEASE_MS } from '@offhook/contract/limits';
import { expect, it } from 'vitest';
import { type BoardAgentFacts, boardState, sortAgents, sortWaiting } from './board.ts';

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
  isOnHold: false,
  isRecordingPaused: false,
} as const;
const agent: BoardAgentFacts = {
  lease,
  hasExternalPhone: false,
  status: 'available',
  statusSince: ago(400),
  hasReachedDailyLimit: false,
  wrapUp: null,
  open: null,
  supervisesSince: null,
  hasLastSupervised: false,
  inSchedule: true,
  changedAt: ago(300),
  lastEndedAt: ago(310),
};

type Shown = ReturnType<typeof boardState>;
const is = (state: Shown['state'], since: number | null, callStatus: string | null = null): Shown => ({
  state,
  since,
  callStatus,
  reason: null,
  wrapUpEndsAt: null,
  isSignedIn: true,
  isSupervising: false,
});
const inWrapUp = (endsAt: number | null): Partial<BoardAgentFacts> => ({
  lease: { ...lease, state: 'thankyou' },
  wrapUp: { endsAt },
  lastEndedAt: ago(9),
});
const away = (since: number | null, reason: string): Shown => ({ ...is('unavailable', since), reason });

const signedOut = (since: number | null): Shown => ({ ...away(since, 'Not signed in'), isSignedIn: false });

const supervising = (since: number): Shown => ({
  ...away(since, 'Supervising a call'),
  isSupervising: true,
});

const TABLE: readonly [string, Partial<BoardAgentFacts>, Shown][] = [
  ['is waiting', {}, is('available', ago(300))],
  [
    'is ringing',
    { open: { ...open, status: 'ringing', rungAt: ago(6), acceptedAt: null, answeredAt: null } },
    is('ringing', ago(6)),
  ],
  ['is talking', { open }, is('oncall', ago(60))],
  ['waits for the lead to answer', { open: { ...open, answeredAt: null } }, is('oncall', ago(60), 'Ringing')],
  [
    'has been talking since the lead answered',
    { open: { ...open, answeredAt: ago(20) } },
    is('oncall', ago(20)),
  ],
  ['has the call on hold', { open: { ...open, isOnHold: true } }, is('held', ago(60))],
  ['is talking with a closed page', { open, lease: { ...lease, renewedAt: ago(30) } }, is('oncall', ago(60))],
  [
    'is giving a result',
    { lease: { ...lease, state: 'disposition' }, changedAt: ago(8), lastEndedAt: ago(9) },
    is('wrapup', ago(9), 'Call Result'),
  ],
  ['is in the team’s fixed wrap-up', inWrapUp(ago(-11)), { ...is('wrapup', ago(9)), wrapUpEndsAt: ago(-11) }],
  ['is in the team’s wrap-up until done', inWrapUp(null), is('wrapup', ago(9))],
  [
    'is writing a text after a note',
    { lease: { ...lease, state: 'sms' }, changedAt: ago(5), lastEndedAt: ago(80) },
    is('wrapup', ago(80), 'Send SMS'),
  ],
  [
    'is choosing a tag for a call without a recorded end',
    { lease: { ...lease, state: 'disposition2' }, changedAt: ago(5), lastEndedAt: null },
    is('wrapup', ago(5), 'Tags & Stages'),
  ],
  [
    'has a phone that still shows the ended call',
    { lease: { ...lease, state: 'oncall' }, lastEndedAt: ago(1) },
    is('wrapup', ago(1)),
  ],
  [
    'has a phone that still shows an ended ring',
    { lease: { ...lease, state: 'ringing' }, changedAt: ago(20), lastEndedAt: ago(1) },
    away(ago(1), 'A ring just ended'),
  ],
  [
    'listens to a call',
    { supervisesSince: ago(20), lease: { ...lease, state: 'oncall' }, lastEndedAt: ago(400) },
    supervising(ago(20)),
  ],
  [
    'has a phone that still shows the call they listened to',
    { hasLastSupervised: true, lease: { ...lease, state: 'oncall' }, lastEndedAt: ago(1) },
    supervising(ago(1)),
  ],
  [
    'gives a result for the call they barged into',
    { hasLastSupervised: true, lease: { ...lease, state: 'disposition' }, lastEndedAt: ago(9) },
    supervising(ago(9)),
  ],
  ['has listened to a call', { hasLastSupervised: true, lastEndedAt: ago(9) }, is('available', ago(9))],
  ['never opened the phone', { lease: null, changedAt: null, lastEndedAt: null }, signedOut(null)],
  ['has closed the phone', { lease: { ...lease, renewedAt: 0 } }, signedOut(null)],
  ['was last seen a minute ago', { lease: { ...lease, renewedAt: ago(60) } }, signedOut(ago(60))],
  ['has set do not disturb', { status: 'do_not_disturb' }, away(ago(400), 'Do not disturb is on')],
  ['is on a break', { status: 'break', statusSince: ago(60) }, away(ago(60), 'On a break')],
  [
    'will take a break after the call',
    { status: 'break', lease: { ...lease, state: 'disposition' }, changedAt: ago(8), lastEndedAt: ago(9) },
    is('wrapup', ago(9), 'Call Result'),
  ],
  [
    'has reached the daily call limit',
    { hasReachedDailyLimit: true },
    away(ago(300), 'Reached the daily call limit'),
  ],
  ['is outside their hours', { inSchedule: false }, away(null, 'Outside team or agent hours')],
  ['is outside their hours with a closed phone', { inSchedule: false, lease: null }, signedOut(null)],
  ['uses an external phone', { lease: null, hasExternalPhone: true, changedAt: null }, is('available', null)],
  [
    'had a call after the phone reported waiting',
    { changedAt: ago(900), lastEndedAt: ago(30) },
    is('available', ago(30)),
  ],
];

it.each(TABLE)('an agent who %s is shown with the right state and time', (_, facts, expected) => {
  expect(boardState({ ...agent, ...facts }, NOW - PRESENCE_LEASE_MS)).toEqual(expected);
});

it('agents are sorted by state, then by longest time', () => {
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
  expect(sortAgents(agents).map(({ name }) => name)).toEqual(['Eve', 'Dia', 'Cem', 'Ben', 'Abe', 'Ann']);
});

it('waiting leads are sorted by age, before calls that are due soon', () => {
  const one = (id: string, since: number, dueAt: number | null) => ({
    id,
    since: ago(since),
    dueAt: dueAt === null ? null : ago(dueAt),
  });
  const leads = [
    one('in ten minutes', 90_000, -600),
    one('ringing', 6, null),
    one('overdue', 280, 40),
    one('due now', 31, 0),
    one('in a minute', 4_000, -60),
  ];
  expect(sortWaiting(leads, NOW).map(({ id }) => id)).toEqual([
    'overdue',
    'due now',
    'ringing',
    'in a minute',
    'in ten minutes',
  ]);
});
