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
])('the channel %s is %s, and is a cache channel: %s', (name, kind, cached) => {
  expect([channelKind(name), isCacheChannel(name)]).toEqual([kind, cached]);
});

test.each<[string, string, boolean]>([
  ['letters, digits and punctuation', 'aZ09_-=@,.;', true],
  ['200 characters', 'x'.repeat(200), true],
  ['201 characters', 'x'.repeat(201), false],
  ['no characters', '', false],
  ['a space', 'a b', false],
  ['a slash', 'a/b', false],
  ['a colon', 'a:b', false],
  ['a non-ASCII letter', 'ä', false],
  ['a newline', 'a\n', false],
  ['any letters in the user ID', '#server-to-user-ä /', true],
  ['an empty user ID', '#server-to-user-', false],
  ['a control character in the user ID', '#server-to-user-\n', false],
  ['a user ID of 129 characters', `#server-to-user-${'x'.repeat(129)}`, false],
  ['an unknown # prefix', '#else', false],
])('a channel name with %s is valid: $2', (_, name, valid) => {
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
])("the event name '%s' is valid: %s", (name, valid) => {
  expect(isEventName(name)).toBe(valid);
});
