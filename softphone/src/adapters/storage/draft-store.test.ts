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
  text: `words of ${id}`,
});

test("a reloaded page finds each user's drafts, newest first", () => {
  const storage = memoryStorage();
  let now = 1;
  const before = createDraftStore(storage, () => now);
  before.keep(7, draft('a'));
  now = 2;
  before.keep(7, draft('b'));
  before.keep(70, draft('other'));
  const after = createDraftStore(storage, () => 3);
  expect(after.draftsOf(7)).toEqual([draft('b'), draft('a')]);
  expect(after.draftsOf(70)).toEqual([draft('other')]);
  after.drop(7, 'b');
  expect(after.draftsOf(7)).toEqual([draft('a')]);
});

test('drafts older than a week are removed', () => {
  const storage = memoryStorage();
  createDraftStore(storage, () => 0).keep(7, draft('old'));
  const later = createDraftStore(storage, () => 8 * DAY);
  later.keep(7, draft('new'));
  expect(later.draftsOf(7)).toEqual([draft('new')]);
  expect(storage.length).toBe(1);
});

test('corrupt, full or blocked storage counts as empty', () => {
  const spoilt = memoryStorage();
  spoilt.setItem('offhook.draft.7.note-1', '{"text":');
  spoilt.setItem('offhook.draft.7.note-2', '{"text":"x"}');
  expect(createDraftStore(spoilt, () => 1).draftsOf(7)).toEqual([]);
  const forbidden = createDraftStore(forbiddenStorage(), () => 1);
  forbidden.keep(7, draft('a'));
  forbidden.drop(7, 'a');
  expect(forbidden.draftsOf(7)).toEqual([]);
});
