import { PHONE_STATES } from '@offhook/contract/agent/phone-states';
import { PRESENCE_LEASE_MS } from '@offhook/contract/limits';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AgentState, availability } from './availability.ts';

const NOW = 1_000_000;
const PRESENCE_CUTOFF = NOW - PRESENCE_LEASE_MS;
const lease = {
  state: 'waiting',
  device: 'registered',
  audio: 'ready',
  renewedAt: NOW - 1,
  unreachable: false,
} as const;
const ready: AgentState = {
  lease,
  hasExternalPhone: false,
  status: 'available',
  hasOpenCall: false,
  hasReachedDailyLimit: false,
  wrapUp: null,
};

const external: AgentState = { ...ready, lease: null, hasExternalPhone: true };
const FIXED = { endsAt: NOW + 1 };
const UNTIL_DONE = { endsAt: null };

const phone = (changes: Partial<NonNullable<AgentState['lease']>>, of = ready): AgentState => ({
  ...of,
  lease: { ...lease, ...changes },
});

const cases: [string, AgentState, string | null, boolean][] = [
  ['a waiting phone', ready, null, true],
  ['a phone that shows the thank-you view', phone({ state: 'thankyou' }), null, true],
  ['no phone', { ...ready, lease: null }, 'offline', false],
  ['a lease renewed ten seconds ago', phone({ renewedAt: PRESENCE_CUTOFF }), 'offline', false],
  ['a lease renewed a millisecond later', phone({ renewedAt: PRESENCE_CUTOFF + 1 }), null, true],
  ['a device that is not registered', phone({ device: 'unregistered' }), 'unregistered', true],
  ['a phone that didn’t acknowledge a ring', phone({ unreachable: true }), 'unreachable', true],
  ['a page that cannot make a sound', phone({ audio: 'locked' }), 'audio-locked', true],
  ['do not disturb', { ...ready, status: 'do_not_disturb' }, 'do-not-disturb', true],
  ['a break', { ...ready, status: 'break' }, 'break', true],
  ['lunch', { ...ready, status: 'lunch' }, 'lunch', true],
  ['training', { ...ready, status: 'training' }, 'training', true],
  ['a status of the account', { ...ready, status: 'coaching' }, 'other-status', true],
  [
    'a break chosen during the wrap-up that still goes on',
    { ...phone({ state: 'disposition' }), status: 'break' },
    'wrap-up',
    true,
  ],
  ['an open call, whatever the phone reports', { ...ready, hasOpenCall: true }, 'on-call', true],
  ['an agent at the daily call limit', { ...ready, hasReachedDailyLimit: true }, 'cap-reached', true],
  ['a ringing phone', phone({ state: 'ringing' }), 'on-call', true],
  ['a phone in a call', phone({ state: 'oncall' }), 'on-call', true],
  ['a pending result', phone({ state: 'disposition' }), 'wrap-up', true],
  ['a pending tag', phone({ state: 'disposition2' }), 'wrap-up', true],
  ['a note being written', phone({ state: 'note' }), 'wrap-up', true],
  ['Thank You in a team’s wrap-up', { ...phone({ state: 'thankyou' }), wrapUp: UNTIL_DONE }, 'wrap-up', true],
  ['a reloaded page in a team’s wrap-up', { ...ready, wrapUp: FIXED }, 'wrap-up', true],
  ['an external phone in a fixed wrap-up', { ...external, wrapUp: FIXED }, 'wrap-up', false],
  ['an external phone, which has no Done button', { ...external, wrapUp: UNTIL_DONE }, null, false],
  ['a text being written', phone({ state: 'sms' }), 'wrap-up', true],
];

it.each(cases)('availability is right with %s', (_name, agent, reason, isOnlineApp) => {
  expect(availability(agent, PRESENCE_CUTOFF)).toMatchObject({
    isOnlineApp,
    isAvailable: reason === null,
    reason,
  });
});

const withExternalPhone: AgentState = { ...ready, hasExternalPhone: true };
const withBothPhones = (changes: Parameters<typeof phone>[0]) => phone(changes, withExternalPhone);
const onExternalPhone: [string, AgentState, string | null, boolean][] = [
  ['rung in the app when it’s available', withExternalPhone, null, false],
  ['rung externally when the app was never opened', { ...withExternalPhone, lease: null }, null, true],
  [
    'rung externally when the app has stopped reporting',
    withBothPhones({ state: 'oncall', renewedAt: PRESENCE_CUTOFF }),
    null,
    true,
  ],
  [
    'rung externally when the device isn’t registered',
    withBothPhones({ device: 'unregistered' }),
    null,
    true,
  ],
  [
    'rung externally when the app didn’t acknowledge a ring',
    withBothPhones({ unreachable: true }),
    null,
    true,
  ],
  ['rung externally when the page can’t play sound', withBothPhones({ audio: 'locked' }), null, true],
  [
    'not rung on do-not-disturb',
    { ...withExternalPhone, lease: null, status: 'do_not_disturb' },
    'do-not-disturb',
    true,
  ],
  ['not rung on a break', { ...withExternalPhone, lease: null, status: 'break' }, 'break', true],
  ['not rung in a call', { ...withExternalPhone, lease: null, hasOpenCall: true }, 'on-call', true],
  [
    'not rung at the daily call limit',
    { ...withExternalPhone, lease: null, hasReachedDailyLimit: true },
    'cap-reached',
    true,
  ],
  [
    'not rung while the app reports a note being written',
    withBothPhones({ device: 'unregistered', state: 'note' }),
    'wrap-up',
    true,
  ],
];

it.each(onExternalPhone)(
  'an agent with an external phone is %s',
  (_name, agent, reason, isAppUnavailable) => {
    expect(availability(agent, PRESENCE_CUTOFF)).toMatchObject({
      isAvailable: reason === null,
      reason,
      isAppUnavailable,
    });
  },
);

it('an agent who is offline, in a call or in another status is never available', () => {
  const facts = fc.record({
    lease: fc.option(
      fc.record({
        state: fc.constantFrom(...PHONE_STATES),
        device: fc.constantFrom('registered' as const, 'unregistered' as const),
        audio: fc.constantFrom('ready' as const, 'locked' as const),
        renewedAt: fc.integer({ min: 0, max: NOW }),
        unreachable: fc.boolean(),
      }),
    ),
    hasExternalPhone: fc.boolean(),
    status: fc.constantFrom('available', 'do_not_disturb', 'break', 'coaching'),
    hasOpenCall: fc.boolean(),
    hasReachedDailyLimit: fc.boolean(),
    wrapUp: fc.option(fc.record({ endsAt: fc.option(fc.constant(NOW + 1)) })),
  });
  fc.assert(
    fc.property(facts, (agent) => {
      const { isAvailable, isOnlineApp, reason } = availability(agent, PRESENCE_CUTOFF);
      expect(isAvailable).toBe(reason === null);
      if (isAvailable) {
        expect(agent.wrapUp?.endsAt ?? null).toBe(null);
        expect({
          ...agent,
          lease: null,
          wrapUp: null,
          isOnlineApp: agent.hasExternalPhone || isOnlineApp,
        }).toEqual({
          ...ready,
          lease: null,
          hasExternalPhone: agent.hasExternalPhone,
          isOnlineApp: true,
        });
      }
    }),
  );
});
