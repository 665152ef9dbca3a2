/** One record per entry, so that two tabs never overwrite each other's entries. */
import { DISPOSITIONS } from '@offhook/contract/calls/dispositions';
import * as z from 'zod/mini';
import type { OutboxEntry } from '../../core/outbox/outbox-state.ts';
import { keysFrom, readStored, removeStored, writeStored } from './stored.ts';

const about = { callId: z.int(), about: z.string() };

const Entry = z.object({
  id: z.string(),
  at: z.number(),
  order: z.discriminatedUnion('type', [
    z.object({ type: z.literal('saveResult'), ...about, result: z.enum(DISPOSITIONS) }),
    z.object({ type: z.literal('saveTag'), ...about, key: z.string() }),
    z.object({ type: z.literal('sendSms'), ...about, text: z.string() }),
    z.object({ type: z.literal('saveNote'), ...about, content: z.string() }),
  ]),
  refusal: z.nullable(z.string()),
});

export type OutboxStore = ReturnType<typeof createOutboxStore>;

const PREFIX = 'offhook.outbox.';

/** Entries stay in memory if the storage is full or blocked. */
export function createOutboxStore(storage: Storage) {
  const unstored = new Map<string, OutboxEntry>();
  return {
    // Unreadable records are left in place; a newer version of the phone may read them.
    load: (userId: number): readonly OutboxEntry[] => {
      const prefix = prefixOf(userId);
      const entries = new Map<string, OutboxEntry>();
      for (const key of keysFrom(storage, prefix)) {
        const entry = readStored(storage, key, Entry);
        if (entry) entries.set(key, entry);
      }
      for (const [key, entry] of unstored) if (key.startsWith(prefix)) entries.set(key, entry);
      return [...entries.values()];
    },
    save: (userId: number, entry: OutboxEntry) => {
      const key = prefixOf(userId) + entry.id;
      if (writeStored(storage, key, entry)) unstored.delete(key);
      else unstored.set(key, entry);
    },
    remove: (userId: number, id: string) => {
      const key = prefixOf(userId) + id;
      unstored.delete(key);
      removeStored(storage, key);
    },
  };
}

export function watchOutbox(page: Window, onChange: () => void): void {
  page.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(PREFIX)) onChange();
  });
}

function prefixOf(userId: number): string {
  return `${PREFIX}${userId}.`;
}
