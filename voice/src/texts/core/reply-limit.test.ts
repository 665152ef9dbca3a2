import { expect, test } from 'vitest';
import { countReply, isLoop, type ReplyCount } from './reply-limit.ts';

const after = (...times: readonly number[]) =>
  times.reduce<ReplyCount | undefined>(countReply, undefined) ?? { count: 0, at: 0 };
const every = (ms: number, replies: number) => Array.from({ length: replies }, (_, index) => index * ms);

test.each<[string, readonly number[], boolean]>([
  ['30 replies in a row', every(1_000, 30), false],
  ['31 replies in a row', every(1_000, 31), true],
  ['31 replies with a pause of 30 s before the last', [...every(1_000, 30), 60_000], false],
  ['100 replies, each after a pause', every(30_000, 100), false],
  ['a reply 30 s after the loop was found', [...every(1_000, 40), 60_000], false],
])('%s: a loop is %s', (_, times, expected) => {
  expect(isLoop(after(...times))).toBe(expected);
});
