import { Call } from '@offhook/contract/calls/call';
import { Lead } from '@offhook/contract/leads/lead';
import * as z from 'zod/mini';
import { MAX_DRAFTS } from '../../core/forms/drafts.ts';
import type { Draft } from '../../core/screen/screen-state.ts';
import { keysFrom, readStored, removeStored, WEEK_MS, writeStored } from './stored.ts';

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
  at: z.number(),
});

export type DraftStore = ReturnType<typeof createDraftStore>;

export function createDraftStore(storage: Storage, now: () => number) {
  const keyOf = (userId: number, id: string) => `offhook.draft.${userId}.${id}`;

  return {
    /** Newest first. Drafts older than a week are removed. */
    load: (userId: number): readonly Draft[] => {
      const found = keysFrom(storage, keyOf(userId, '')).flatMap((key) => {
        const draft = readStored(storage, key, Stored);
        return draft ? [{ key, draft }] : [];
      });
      const isOld = ({ draft }: (typeof found)[number]) => draft.at < now() - WEEK_MS;
      for (const { key } of found.filter(isOld)) removeStored(storage, key);
      return found
        .filter((one) => !isOld(one))
        .sort((a, b) => b.draft.at - a.draft.at)
        .slice(0, MAX_DRAFTS)
        .map(({ draft: { at: _, ...draft } }) => draft);
    },
    save: (userId: number, draft: Draft) =>
      void writeStored(storage, keyOf(userId, draft.id), { ...draft, at: now() }),
    remove: (userId: number, id: string) => removeStored(storage, keyOf(userId, id)),
  };
}
