/** What is typed in New Call and Add Lead, in the browser's storage: one record for each user. */
import * as z from 'zod/mini';
import type { StoredForms } from '../../core/screen/screen-state.ts';

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
  /** Milliseconds since 1970. */
  at: z.number(),
});

export interface FormStore {
  /** Forms older than a week are removed. */
  readonly formsOf: (userId: number) => StoredForms;
  readonly keep: (userId: number, forms: StoredForms) => void;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const NOTHING: StoredForms = { newCall: null, offered: null, addLead: null };

/** @param now milliseconds since 1970. A storage that is full or forbidden counts as empty. */
export function createFormStore(storage: Storage, now: () => number): FormStore {
  const keyOf = (userId: number) => `offhook.forms.${userId}`;
  const drop = (userId: number) => attempt(() => storage.removeItem(keyOf(userId)));

  return {
    formsOf: (userId) => {
      const value = attempt(() => JSON.parse(storage.getItem(keyOf(userId)) ?? 'null'));
      const parsed = z.safeParse(Stored, value);
      if (!parsed.success) return NOTHING;
      const { at, ...forms } = parsed.data;
      if (at >= now() - WEEK_MS) return forms;
      drop(userId);
      return NOTHING;
    },
    keep: (userId, forms) => {
      if (!forms.newCall && !forms.offered && !forms.addLead) return void drop(userId);
      attempt(() => storage.setItem(keyOf(userId), JSON.stringify({ ...forms, at: now() })));
    },
  };
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
