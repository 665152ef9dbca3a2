// A file is uploaded as a draft; a team's change then uses it (accounts/settings/greeting-choice.ts). Its removal is
// scheduled before it's written, so that nothing stays behind when a server dies or the change is never saved.

import { randomBytes } from 'node:crypto';
import { type GreetingFile, GreetingId } from '@offhook/contract/console/greeting-entities';
import { and, count, eq, gt, isNull, or } from 'drizzle-orm';
import { toGreetingFile } from '../../accounts/settings/greeting-view.ts';
import { insert, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { greetingFiles } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { checkGreeting } from '../core/greeting-audio.ts';
import type { OpenedFile, RecordingFiles } from '../recording-files.ts';
import { FileMissing } from '../recording-store.ts';
import { scheduleRemovals } from '../schedule-removals.ts';

/** Until a team uses the file. */
const DRAFT_MS = 24 * 3_600_000;
/** Per account. */
const MAX_DRAFTS = 100;

const PROBLEMS = {
  notAudio: 'greetingNotAudio',
  tooShort: 'greetingTooShort',
  tooLong: 'greetingTooLong',
} as const;

export interface Greetings {
  /**
   * @param name the file's; null for a recording of the microphone
   * @throws ApiError greetingNotAudio, greetingTooShort, greetingTooLong, tooManyRequests
   */
  save(accountId: number, bytes: Uint8Array, name: string | null): Promise<GreetingFile>;
  /** For anyone with the id. @throws ApiError notFound */
  open(id: string): Promise<OpenedFile & { readonly tag: string }>;
}

export function createGreetings({
  db,
  clock,
  files,
}: DatabaseAndClock & { readonly files: RecordingFiles }): Greetings {
  return {
    async save(accountId, bytes, name) {
      const checked = checkGreeting(bytes);
      if (!checked.ok) throw new ApiError(PROBLEMS[checked.problem]);
      const now = clock.now();
      const expiresAt = new Date(now + DRAFT_MS);
      const id = randomBytes(24).toString('base64url');
      const fileName = `greetings/${id}`;
      const { storage } = files.target;
      await transaction(db, async (tx) => {
        const [drafts] = await tx
          .select({ count: count() })
          .from(greetingFiles)
          .where(and(eq(greetingFiles.account_id, accountId), gt(greetingFiles.expires_at, new Date(now))));
        if ((drafts?.count ?? 0) >= MAX_DRAFTS) throw new ApiError('tooManyRequests');
        const removals = { files: [{ storage, path: files.pathOf(fileName) }], providerSids: [] };
        await scheduleRemovals(tx, removals, null, expiresAt);
      });
      const written = await files.write(id, fileName, asStream(bytes));
      const row = await insert(db, greetingFiles, {
        id,
        account_id: accountId,
        name,
        milliseconds: checked.milliseconds,
        ...written,
        created_at: new Date(now),
        expires_at: expiresAt,
      });
      return toGreetingFile(row);
    },

    async open(id) {
      if (!GreetingId.safeParse(id).success) throw new ApiError('notFound');
      const [row] = await db
        .select()
        .from(greetingFiles)
        .where(
          and(
            eq(greetingFiles.id, id),
            or(isNull(greetingFiles.expires_at), gt(greetingFiles.expires_at, new Date(clock.now()))),
          ),
        );
      if (!row) throw new ApiError('notFound');
      try {
        return { ...(await files.open(row)), tag: `"greeting-${id}"` };
      } catch (error) {
        if (error instanceof FileMissing) throw new ApiError('notFound');
        throw error;
      }
    },
  };
}

async function* asStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
