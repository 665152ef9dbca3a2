import { expect, test } from 'vitest';
import { type ChannelKind, channelKind, isCacheChannel, isChannelName, isEventName } from './channel-name.ts';

test.each<[string, ChannelKind, boolean]>([
  ['news', 'public', false],
  ['cache-news', 'public', true],
  ['cachenews', 'public', false],
  ['private-a', 'private', false],
  ['private-cache-a', 'private', true],
  ['private', 'public', false],
  ['presence-a', 'presence', false],
  ['presence-cache-a', 'presence', true],
  ['private-encrypted-a', 'encrypted', false],
  ['private-encrypted-cache-a', 'encrypted', true],
  ['#server-to-user-5', 'user', false],
  ['my-private-a', 'public', false],
])('%s is a %s channel, cached: %s', (name, kind, cached) => {
  expect([channelKind(name), isCacheChannel(name)]).toEqual([kind, cached]);
});

test.each<[string, string, boolean]>([
  ['letters, digits and signs', 'aZ09_-=@,.;', true],
  ['200 characters', 'x'.repeat(200), true],
  ['201 characters', 'x'.repeat(201), false],
  ['an empty name', '', false],
  ['a space', 'a b', false],
  ['a slash', 'a/b', false],
  ['a colon', 'a:b', false],
  ['a letter beyond ASCII', 'ä', false],
  ['a line end', 'a\n', false],
  ['a user with any letters', '#server-to-user-ä /', true],
  ['no user', '#server-to-user-', false],
  ['a user with a control character', '#server-to-user-\n', false],
  ['a user of 129 characters', `#server-to-user-${'x'.repeat(129)}`, false],
  ['an unknown # channel', '#else', false],
])('is %s a valid channel name: %s', (_, name, valid) => {
  expect(isChannelName(name)).toBe(valid);
});

test.each<[string, boolean]>([
  ['hello', true],
  ['client-a', true],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
  ['', false],
  ['pusher:error', false],
  ['pusher_internal:member_added', false],
])('is %s a valid event name: %s', (name, valid) => {
  expect(isEventName(name)).toBe(valid);
});
