import { expect, it } from 'vitest';
import { Admission, hashCredential } from './admission.ts';
import { ExpiringSet } from './expiring-set.ts';

const SLOTS = { all: 4, unknown: 1, unknownPerNetwork: [1], knownPerNetwork: 2 };
const LIMITS = { sockets: SLOTS, connections: SLOTS, requests: SLOTS };
const DAY_MS = 86_400_000;

function createFloodedAdmission() {
  let now = 0;
  const admission = new Admission(LIMITS, () => now);
  const unknownClient = { networks: ['203.0.113.9/32'], credential: null };
  admission.connection(unknownClient.networks);
  admission.request(unknownClient);
  admission.socket(unknownClient);
  return { admission, advance: (ms: number) => (now += ms) };
}

const OFFICE = ['198.51.100.1/32', '198.51.100.0/24'];
const ann = { networks: OFFICE, credential: 'ann' };

it('an address with a successful login has reserved slots for a week', () => {
  const { admission, advance } = createFloodedAdmission();
  const visitor = { networks: OFFICE, credential: null };
  expect([admission.connection(OFFICE), admission.request(visitor), admission.socket(visitor)]).toEqual([
    null,
    null,
    null,
  ]);
  admission.markKnown(ann);
  advance(7 * DAY_MS - 1);
  for (const slot of [admission.connection(OFFICE), admission.request(visitor), admission.socket(visitor)])
    expect(slot?.trust).toBe('known');
  advance(1);
  expect(admission.request(visitor)).toBeNull();
});

it('a recently valid session has reserved slots from any address', () => {
  const { admission, advance } = createFloodedAdmission();
  const sessionElsewhere = { networks: ['192.0.2.1/32'], credential: 'ann' };
  expect(admission.request(sessionElsewhere)).toBeNull();
  admission.markKnown(ann);
  expect(admission.request(sessionElsewhere)?.trust).toBe('known');
  expect(admission.socket(sessionElsewhere)?.trust).toBe('known');
  advance(900_000);
  expect(admission.request(sessionElsewhere)).toBeNull();
  admission.markKnown(ann);
  admission.forgetCredential(ann);
  expect(admission.request(sessionElsewhere)).toBeNull();
});

it("a local program, or a proxy that doesn't name its client, isn't limited by network", () => {
  const { admission } = createFloodedAdmission();
  const local = { networks: null, credential: null };
  expect(admission.connection(null)?.trust).toBe('exempt');
  expect(admission.request(local)?.trust).toBe('exempt');
  // A local program's WebSockets are unknown until they are authenticated.
  expect(admission.socket(local)).toBeNull();
});

it.each([
  ['a session cookie', { cookie: 'a=b; offhook_session=one' }, true],
  ['a session cookie over https', { cookie: '__Host-offhook_session=one; a=b' }, true],
  ['an API key', { authorization: 'Bearer one' }, true],
  ['another cookie', { cookie: 'not_offhook_session=one' }, false],
  ['no credential', {}, false],
])('a credential is detected only in the right headers: %s', (_, headers, isFound) => {
  const hash = hashCredential(headers);
  expect(hash !== null).toBe(isFound);
  expect(String(hash)).not.toContain('one');
});

it('a full set keeps the most recent keys', () => {
  const recent = new ExpiringSet(10, 2, () => 0);
  for (const key of ['a', 'b', 'a', 'c']) recent.add(key);
  expect(['a', 'b', 'c'].map((key) => recent.has(key))).toEqual([true, false, true]);
});
