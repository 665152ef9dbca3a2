import { expect, it } from 'vitest';
import type { Call } from './call-lifecycle.ts';
import { newCallUser } from './call-user.ts';
import { openUsers, usersOfChangedCall, usersWhoLeft } from './own-calls.ts';
import type { Parties } from './parties.ts';

const users = { ringing: 1, accepted: 2, missed: 3 } as const;
const parties = (
  statuses: Readonly<Record<number, 'ringing' | 'accepted' | 'missed' | 'ended'>>,
  endedAt: number | null = null,
): Parties => ({
  call: { endedAt } as Call,
  callUsers: Object.entries(statuses).map(([userId, status]) => ({
    ...newCallUser(100 + Number(userId), Number(userId), 'lead'),
    status,
  })),
  legs: [],
});
const before = parties({ 1: 'ringing', 2: 'accepted', 3: 'missed' });

it('a call that changes concerns those who ring or are in it', () => {
  expect(openUsers(before)).toEqual([users.ringing, users.accepted]);
  expect(usersOfChangedCall(before, before)).toEqual([users.ringing, users.accepted]);
});

it('a part that ends concerns its agent once, even if the call itself stays the same', () => {
  const after = parties({ 1: 'ringing', 2: 'ended', 3: 'missed', 4: 'missed' });
  expect(usersWhoLeft(before, after)).toEqual([users.accepted, 4]);
  expect(usersOfChangedCall(before, after)).toEqual([users.ringing, users.accepted, 4]);
  expect(usersWhoLeft(after, after)).toEqual([]);
});

it('the end of a call concerns everyone who has it in their history', () => {
  const after = parties({ 1: 'missed', 2: 'ended', 3: 'missed' }, 5);
  expect(usersOfChangedCall(before, after)).toEqual([users.ringing, users.accepted, users.missed]);
});

it('an agent who was rung twice in one call is notified once', () => {
  const [first] = before.callUsers;
  if (!first) throw new Error('no call user');
  const twice = { ...before, callUsers: [first, { ...first, id: 200 }] };
  expect(openUsers(twice)).toEqual([users.ringing]);
});
