import * as z from 'zod/mini';
import type { StoredForms } from '../../core/screen/screen-state.ts';
import { readStored, removeStored, WEEK_MS, writeStored } from './stored.ts';

const person = {
  fname: z.string(),
  lname: z.string(),
  phoneNumber: z.string(),
  country: z.nullable(z.string()),
};

const Stored = z.object({
  newCall: z.nullable(z.object({ ...person, callerId: z.string() })),
  offered: z.nullable(z.object(person)),
  addLead: z.nullable(z.object({ ...person, callId: z.int() })),
  at: z.number(),
});

export type FormStore = ReturnType<typeof createFormStore>;

const NO_FORMS: StoredForms = { newCall: null, offered: null, addLead: null };

export function createFormStore(storage: Storage, now: () => number) {
  const keyOf = (userId: number) => `offhook.forms.${userId}`;

  return {
    load: (userId: number): StoredForms => {
      const stored = readStored(storage, keyOf(userId), Stored);
      if (!stored) return NO_FORMS;
      const { at, ...forms } = stored;
      if (at >= now() - WEEK_MS) return forms;
      removeStored(storage, keyOf(userId));
      return NO_FORMS;
    },
    save: (userId: number, forms: StoredForms) => {
      if (!forms.newCall && !forms.offered && !forms.addLead) removeStored(storage, keyOf(userId));
      else writeStored(storage, keyOf(userId), { ...forms, at: now() });
    },
  };
}
