/** What was typed and not sent, in the browser's storage: one record for each draft, under its owner's id. */
import { Call, Lead } from '@offhook/contract/entities';
import * as z from 'zod/mini';
import { DRAFTS_KEPT } from '../../core/forms/drafts.ts';
import type { Draft } from '../../core/screen/screen-state.ts';

const Conversation = z.object({
  callKey: z.string(),
  callUserId: z.int(),
  type: z.string(),
  autoaccept: z.boolean(),
  call: Call,
  lead: z.nullable(Lead),
  isConference: z.boolean(),
});

const Stored = z.object({
  id: z.string(),
  kind: z.enum(['note', 'sms']),
  conversation: Conversation,
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});

export interface DraftStore {
  /** Newest first; those that nobody came back for in a week are thrown away. */
  readonly draftsOf: (userId: number) => readonly Draft[];
  readonly keep: (userId: number, draft: Draft) => void;
  readonly drop: (userId: number, id: string) => void;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** @param now milliseconds since 1970. A storage that is full or forbidden counts as empty. */
export function createDraftStore(storage: Storage, now: () => number): DraftStore {
  const keyOf = (userId: number, id: string) => `offhook.draft.${userId}.${id}`;
  const drop = (key: string) => attempt(() => storage.removeItem(key));

  function read(key: string): z.infer<typeof Stored> | null {
    const value = attempt(() => JSON.parse(storage.getItem(key) ?? 'null'));
    const parsed = z.safeParse(Stored, value);
    return parsed.success ? parsed.data : null;
  }

  return {
    draftsOf: (userId) => {
      const prefix = keyOf(userId, '');
      const keys = attempt(() => Array.from({ length: storage.length }, (_, index) => storage.key(index)));
      const found = (keys ?? []).flatMap((key) => {
        const draft = key?.startsWith(prefix) ? read(key) : null;
        return key && draft ? [{ key, draft }] : [];
      });
      const [old, young] = [true, false].map((isOld) =>
        found.filter(({ draft }) => draft.at < now() - WEEK_MS === isOld),
      );
      for (const { key } of old ?? []) drop(key);
      return (young ?? [])
        .sort((a, b) => b.draft.at - a.draft.at)
        .slice(0, DRAFTS_KEPT)
        .map(({ draft: { at: _, ...draft } }) => draft);
    },
    keep: (userId, draft) => {
      attempt(() => storage.setItem(keyOf(userId, draft.id), JSON.stringify({ ...draft, at: now() })));
    },
    drop: (userId, id) => void drop(keyOf(userId, id)),
  };
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
