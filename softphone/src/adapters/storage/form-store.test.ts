import { expect, test } from 'vitest';
import { emptyForm, emptyPerson } from '../../core/screen/screen-state.ts';
import { forbiddenStorage, memoryStorage } from '../../memory-storage.ts';
import { createFormStore } from './form-store.ts';

const DAY = 24 * 60 * 60 * 1000;
const NO_FORMS = { newCall: null, offered: null, addLead: null };
const forms = {
  newCall: { ...emptyForm, fname: 'Olga', phoneNumber: '(415) 55', country: 'CA', callerId: '4' },
  offered: { ...emptyPerson, phoneNumber: '+14155550143' },
  addLead: { ...emptyPerson, lname: 'Line', callId: 55 },
};

test("a reloaded page finds each user's forms", () => {
  const storage = memoryStorage();
  createFormStore(storage, () => 1).save(7, forms);
  const after = createFormStore(storage, () => 2);
  expect(after.load(7)).toEqual(forms);
  expect(after.load(70)).toEqual(NO_FORMS);
});

test('empty forms leave nothing in storage', () => {
  const storage = memoryStorage();
  const store = createFormStore(storage, () => 1);
  store.save(7, forms);
  store.save(7, NO_FORMS);
  expect(storage.length).toBe(0);
});

test('forms older than a week are removed', () => {
  const storage = memoryStorage();
  createFormStore(storage, () => 0).save(7, forms);
  expect(createFormStore(storage, () => 8 * DAY).load(7)).toEqual(NO_FORMS);
  expect(storage.length).toBe(0);
});

test('corrupt, full or blocked storage counts as empty', () => {
  const corrupt = memoryStorage();
  const store = createFormStore(corrupt, () => 1);
  for (const text of ['{"newCall":', '{"newCall":{"fname":3}}', '[]']) {
    corrupt.setItem('offhook.forms.7', text);
    expect(store.load(7)).toEqual(NO_FORMS);
  }
  const forbidden = createFormStore(forbiddenStorage(), () => 1);
  forbidden.save(7, forms);
  forbidden.save(7, NO_FORMS);
  expect(forbidden.load(7)).toEqual(NO_FORMS);
});
