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
  createOutboxStore(storage).keep(7, kept);
  expect(createOutboxStore(storage).entriesOf(7)).toEqual([kept]);
});

test('each user has their own entries, even if one id starts with another', () => {
  const store = createOutboxStore(memoryStorage());
  store.keep(7, entry('a'));
  store.keep(77, entry('b'));
  expect(store.entriesOf(7)).toEqual([entry('a')]);
  store.drop(7, 'a');
  expect(store.entriesOf(7)).toEqual([]);
  expect(store.entriesOf(77)).toEqual([entry('b')]);
});

test('two tabs that store at the same time lose nothing', () => {
  const storage = memoryStorage();
  const [one, other] = [createOutboxStore(storage), createOutboxStore(storage)];
  one.keep(7, entry('a'));
  other.keep(7, entry('b'));
  expect(one.entriesOf(7)).toEqual([entry('a'), entry('b')]);
});

test.each(['', 'null', '{"id":1}', 'x', '{"id":"a","at":1,"order":{"type":"formatDisk"},"refusal":null}'])(
  'an unreadable record (%s) is left alone',
  (text) => {
    const storage = memoryStorage();
    storage.setItem('offhook.outbox.7.a', text);
    expect(createOutboxStore(storage).entriesOf(7)).toEqual([]);
    expect(storage.getItem('offhook.outbox.7.a')).toBe(text);
  },
);

test('with full storage, entries last as long as the page', () => {
  const store = createOutboxStore(full);
  store.keep(7, entry('a'));
  expect(store.entriesOf(7)).toEqual([entry('a')]);
  store.drop(7, 'a');
  expect(store.entriesOf(7)).toEqual([]);
});
