import { expect, test } from 'vitest';
import { parseSeed } from './seed.ts';

test.each<[string, unknown, string]>([
  ['a list', [], 'the seed: Invalid input: expected object, received array'],
  ['a wrong name', { webhookURL: 'http://a' }, 'the seed: Unrecognized key: "webhookURL"'],
  ['a wrong name in the app', { app: { appId: '1' } }, 'app: Unrecognized key: "appId"'],
  ['an app that is a text', { app: 'x' }, 'app: Invalid input: expected object, received string'],
  [
    'an event of a channel without a cache',
    { cachedEvents: [{ channel: 'prices', event: 'price', data: 1 }] },
    'cachedEvents[0].channel: a cache channel, such as cache-prices or private-cache-prices',
  ],
])('%s is rejected with its place', (_, seed, message) => {
  expect(() => parseSeed(seed)).toThrow(new Error(message));
});
