import { expect, test } from 'vitest';
import { callOf, lead } from '../../core/sample-events.ts';
import type { Draft } from '../../core/screen/screen-state.ts';
import { forbiddenStorage, memoryStorage } from '../../memory-storage.ts';
import { createDraftStore } from './draft-store.ts';

const DAY = 24 * 60 * 60 * 1000;

const draft = (id: string): Draft => ({
  id,
  kind: 'note',
  conversation: {
    callKey: 'incoming-1',
    callUserId: 77,
    type: 'lead',
    autoaccept: false,
    call: callOf(),
    lead,
    isConference: false,
  },
  text: `text of ${id}`,
});

test("a reloaded page finds each user's drafts, newest first", () => {
  const storage = memoryStorage();
  let now = 1;
  const before = createDraftStore(storage, () => now);
  before.save(7, draft('a'));
  now = 2;
  before.save(7, draft('b'));
  before.save(70, draft('other'));
  const after = createDraftStore(storage, () => 3);
  expect(after.load(7)).toEqual([draft('b'), draft('a')]);
  expect(after.load(70)).toEqual([draft('other')]);
  after.remove(7, 'b');
  expect(after.load(7)).toEqual([draft('a')]);
});

test('drafts older than a week are removed', () => {
  const storage = memoryStorage();
  createDraftStore(storage, () => 0).save(7, draft('old'));
  const later = createDraftStore(storage, () => 8 * DAY);
  later.save(7, draft('new'));
  expect(later.load(7)).toEqual([draft('new')]);
  expect(storage.length).toBe(1);
});

test('corrupt, full or blocked storage counts as empty', () => {
  const corrupt = memoryStorage();
  corrupt.setItem('offhook.draft.7.note-1', '{"text":');
  corrupt.setItem('offhook.draft.7.note-2', '{"text":"x"}');
  expect(createDraftStore(corrupt, () => 1).load(7)).toEqual([]);
  const forbidden = createDraftStore(forbiddenStorage(), () => 1);
  forbidden.save(7, draft('a'));
  forbidden.remove(7, 'a');
  expect(forbidden.load(7)).toEqual([]);
});
