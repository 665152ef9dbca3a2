import { PHONE_STATES } from '@offhook/contract/entities';
import { PRESENCE_LEASE_MS } from '@offhook/contract/limits';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AgentFacts, availability } from './availability.ts';

const NOW = 1_000_000;
const HEARD_SINCE = NOW - PRESENCE_LEASE_MS;
const lease = {
  state: 'waiting',
  device: 'registered',
  audio: 'ready',
  renewedAt: NOW - 1,
  unreachable: false,
} as const;
const ready: AgentFacts = {
  lease,
  hasOwnPhone: false,
  doNotDisturb: false,
  hasOpenCall: false,
  atCap: false,
};

const phone = (changes: Partial<NonNullable<AgentFacts['lease']>>, of = ready): AgentFacts => ({
  ...of,
  lease: { ...lease, ...changes },
});

const cases: [string, AgentFacts, string | null, boolean][] = [
  ['a waiting phone', ready, null, true],
  ['a phone that says thank you', phone({ state: 'thankyou' }), null, true],
  ['nobody’s phone', { ...ready, lease: null }, 'offline', false],
  ['a lease of ten seconds ago', phone({ renewedAt: HEARD_SINCE }), 'offline', false],
  ['a lease a millisecond younger', phone({ renewedAt: HEARD_SINCE + 1 }), null, true],
  ['a device that is not registered', phone({ device: 'unregistered' }), 'unregistered', true],
  ['a phone that let a ring pass', phone({ unreachable: true }), 'unreachable', true],
  ['a page that cannot make a sound', phone({ audio: 'locked' }), 'audio-locked', true],
  ['do not disturb', { ...ready, doNotDisturb: true }, 'do-not-disturb', true],
  ['an open call, whatever the phone says', { ...ready, hasOpenCall: true }, 'on-call', true],
  ['an agent who has had the calls of the day', { ...ready, atCap: true }, 'cap-reached', true],
  ['a ringing phone', phone({ state: 'ringing' }), 'on-call', true],
  ['a phone in a call', phone({ state: 'oncall' }), 'on-call', true],
  ['a result not given', phone({ state: 'disposition' }), 'wrap-up', true],
  ['a tag not chosen', phone({ state: 'disposition2' }), 'wrap-up', true],
  ['a note being written', phone({ state: 'note' }), 'wrap-up', true],
  ['a text being written', phone({ state: 'sms' }), 'wrap-up', true],
];

it.each(cases)('%s', (_name, agent, reason, isOnlineApp) => {
  expect(availability(agent, HEARD_SINCE)).toMatchObject({
    isOnlineApp,
    isAvailable: reason === null,
    reason,
  });
});

const own: AgentFacts = { ...ready, hasOwnPhone: true };
const both = (changes: Parameters<typeof phone>[0]) => phone(changes, own);
const onOwnPhone: [string, AgentFacts, string | null, boolean][] = [
  ['in the app where it is there', own, null, false],
  ['on their own phone where the app was never opened', { ...own, lease: null }, null, true],
  [
    'on their own phone where the app has not been heard of',
    both({ state: 'oncall', renewedAt: HEARD_SINCE }),
    null,
    true,
  ],
  ['on their own phone where the device is not registered', both({ device: 'unregistered' }), null, true],
  ['on their own phone where the app let a ring pass', both({ unreachable: true }), null, true],
  ['on their own phone where the page cannot make a sound', both({ audio: 'locked' }), null, true],
  [
    'not while they are not to be disturbed',
    { ...own, lease: null, doNotDisturb: true },
    'do-not-disturb',
    true,
  ],
  ['not in a call', { ...own, lease: null, hasOpenCall: true }, 'on-call', true],
  ['not after the calls of the day', { ...own, lease: null, atCap: true }, 'cap-reached', true],
  [
    'not while the app says that a note is being written',
    both({ device: 'unregistered', state: 'note' }),
    'wrap-up',
    true,
  ],
];

it.each(onOwnPhone)('an agent with a phone of their own is rung %s', (_name, agent, reason, isAppSilent) => {
  expect(availability(agent, HEARD_SINCE)).toMatchObject({
    isAvailable: reason === null,
    reason,
    isAppSilent,
  });
});

it('never offers a call to whoever is offline, in a call or not to be disturbed', () => {
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
    hasOwnPhone: fc.boolean(),
    doNotDisturb: fc.boolean(),
    hasOpenCall: fc.boolean(),
    atCap: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, (agent) => {
      const { isAvailable, isOnlineApp, reason } = availability(agent, HEARD_SINCE);
      expect(isAvailable).toBe(reason === null);
      if (isAvailable)
        expect({ ...agent, lease: null, isOnlineApp: agent.hasOwnPhone || isOnlineApp }).toEqual({
          ...ready,
          lease: null,
          hasOwnPhone: agent.hasOwnPhone,
          isOnlineApp: true,
        });
    }),
  );
});
