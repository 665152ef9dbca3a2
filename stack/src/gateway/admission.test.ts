import { expect, it } from 'vitest';
import { Acquaintances } from './acquaintances.ts';
import { Admission, credentialOf } from './admission.ts';

const ROOM = { all: 4, strangers: 1, strangersOf: [1], knownOf: 2 };
const LIMITS = { sockets: ROOM, connections: ROOM, requests: ROOM };
const DAY_MS = 86_400_000;

/** With all places of strangers taken. */
function flooded() {
  let now = 0;
  const admission = new Admission(LIMITS, () => now);
  const stranger = { networks: ['203.0.113.9/32'], credential: null };
  admission.connection(stranger.networks);
  admission.request(stranger);
  admission.socket(stranger);
  return { admission, pass: (ms: number) => (now += ms) };
}

const OFFICE = ['198.51.100.1/32', '198.51.100.0/24'];
const ann = { networks: OFFICE, credential: 'ann' };

it('leaves room for an address from which somebody was let in, for a week', () => {
  const { admission, pass } = flooded();
  const visitor = { networks: OFFICE, credential: null };
  expect([admission.connection(OFFICE), admission.request(visitor), admission.socket(visitor)]).toEqual([
    null,
    null,
    null,
  ]);
  admission.met(ann);
  pass(7 * DAY_MS - 1);
  for (const place of [admission.connection(OFFICE), admission.request(visitor), admission.socket(visitor)])
    expect(place?.standing).toBe('known');
  pass(1);
  expect(admission.request(visitor)).toBeNull();
});

it('leaves room for a session that was valid a moment ago, wherever it comes from', () => {
  const { admission, pass } = flooded();
  const underway = { networks: ['192.0.2.1/32'], credential: 'ann' };
  expect(admission.request(underway)).toBeNull();
  admission.met(ann);
  expect(admission.request(underway)?.standing).toBe('known');
  expect(admission.socket(underway)?.standing).toBe('known');
  pass(900_000);
  expect(admission.request(underway)).toBeNull();
  admission.met(ann);
  admission.refused(ann);
  expect(admission.request(underway)).toBeNull();
});

it('counts a program of this machine, or a proxy that names no client, in no network', () => {
  const { admission } = flooded();
  const local = { networks: null, credential: null };
  expect(admission.connection(null)?.standing).toBe('own');
  expect(admission.request(local)?.standing).toBe('own');
  // But a WebSocket of it is a stranger's until it has shown a token.
  expect(admission.socket(local)).toBeNull();
});

it.each([
  ['the session of a phone', { cookie: 'a=b; offhook_session=one' }, true],
  ['the session of a phone over https', { cookie: '__Host-offhook_session=one; a=b' }, true],
  ['an API key', { authorization: 'Bearer one' }, true],
  ['another cookie', { cookie: 'not_offhook_session=one' }, false],
  ['nothing', {}, false],
])('reads %s', (_, headers, is) => {
  const shown = credentialOf(headers);
  expect(shown !== null).toBe(is);
  expect(String(shown)).not.toContain('one');
});

it('remembers the last ones that it met', () => {
  const met = new Acquaintances(10, 2, () => 0);
  for (const key of ['a', 'b', 'a', 'c']) met.meet(key);
  expect(['a', 'b', 'c'].map((key) => met.knows(key))).toEqual([true, false, true]);
});
