import { expect, it } from 'vitest';
import { supervisedAs } from './supervised-as.ts';

const earlier = (kind: string, startedAt: number, userId = 7) => ({ userId, kind, startedAt });
const part = (type: string, acceptedAt: number | null, endedAt: number | null) => ({
  userId: 7,
  type,
  acceptedAt,
  endedAt,
});

it('names each kind once, in the order of their first use', () => {
  const changes = [earlier('listen', 1), earlier('whisper', 2), earlier('barge', 3)];
  expect(supervisedAs(part('listen', 1, 9), changes)).toEqual(['listen', 'whisper', 'barge']);
  expect(supervisedAs(part('barge', 1, null), changes.slice(0, 2))).toEqual(['listen', 'whisper', 'barge']);
  expect(supervisedAs(part('whisper', 1, 9), [])).toEqual(['whisper']);
});

it('leaves out other supervisors, and the same one’s earlier and later time in the call', () => {
  const changes = [earlier('listen', 1), earlier('whisper', 5), earlier('barge', 5, 8), earlier('listen', 9)];
  expect(supervisedAs(part('barge', 5, 9), changes)).toEqual(['whisper', 'barge']);
  expect(supervisedAs(part('listen', null, 5), changes)).toEqual(['listen']);
});

it('is empty for who doesn’t supervise', () => {
  expect(supervisedAs(part('lead', 1, 9), [])).toEqual([]);
});
