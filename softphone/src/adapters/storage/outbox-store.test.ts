import { expect, test } from 'vitest';
import type { OutboxEntry } from '../../core/outbox/outbox-state.ts';
import { memoryStorage } from '../../memory-storage.ts';
import { createOutboxStore } from './outbox-store.ts';

const full: Storage = {
  ...memoryStorage(),
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
};

const entry = (id: string): OutboxEntry => ({
  id,
  at: 1,
  order: { type: 'saveNote', callId: 55, about: 'Lee', content: 'x' },
  refusal: null,
});

test.each<OutboxEntry>([
  entry('note'),
  { ...entry('text'), order: { type: 'sendSms', callId: 1, about: '', text: 'x' } },
  { ...entry('tag'), order: { type: 'saveTag', callId: 1, about: '', key: 'hot' } },
  {
    ...entry('result'),
    order: { type: 'saveResult', callId: 1, about: '', result: 'missed' },
    refusal: 'No.',
  },
])('a reloaded page finds a stored $id', (kept) => {
  const storage = memoryStorage();
  createOutboxStore(storage).save(7, kept);
  expect(createOutboxStore(storage).load(7)).toEqual([kept]);
});

test("each user has their own entries, even if one user's ID is a prefix of another's", () => {
  const store = createOutboxStore(memoryStorage());
  store.save(7, entry('a'));
  store.save(77, entry('b'));
  expect(store.load(7)).toEqual([entry('a')]);
  store.remove(7, 'a');
  expect(store.load(7)).toEqual([]);
  expect(store.load(77)).toEqual([entry('b')]);
});

test('two tabs that save entries at the same time lose none', () => {
  const storage = memoryStorage();
  const [one, other] = [createOutboxStore(storage), createOutboxStore(storage)];
  one.save(7, entry('a'));
  other.save(7, entry('b'));
  expect(one.load(7)).toEqual([entry('a'), entry('b')]);
});

test.each(['', 'null', '{"id":1}', 'x', '{"id":"a","at":1,"order":{"type":"formatDisk"},"refusal":null}'])(
  'an unreadable record (%s) is left alone',
  (text) => {
    const storage = memoryStorage();
    storage.setItem('offhook.outbox.7.a', text);
    expect(createOutboxStore(storage).load(7)).toEqual([]);
    expect(storage.getItem('offhook.outbox.7.a')).toBe(text);
  },
);

test('with full storage, entries are kept until the page closes', () => {
  const store = createOutboxStore(full);
  store.save(7, entry('a'));
  expect(store.load(7)).toEqual([entry('a')]);
  store.remove(7, 'a');
  expect(store.load(7)).toEqual([]);
});
