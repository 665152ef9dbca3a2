/** Where each user is in the guide, in this browser. */
import * as z from 'zod/mini';
import { readStored, writeStored } from '../adapters/storage/stored.ts';
import { GUIDE_STEPS, type Guide } from '../core/screen/guide.ts';

const Stored = z.object({
  isOpen: z.boolean(),
  at: z.enum(GUIDE_STEPS),
  done: z.array(z.enum(GUIDE_STEPS)),
});

const keyOf = (userId: number) => `offhook.guide.${userId}`;

export function readGuide(userId: number): Guide | null {
  return readStored(localStorage, keyOf(userId), Stored);
}

export function writeGuide(userId: number, guide: Guide): void {
  writeStored(localStorage, keyOf(userId), guide);
}
