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
import { FileUnreadable, type OpenedFile, type RecordingFiles } from '../recording-files.ts';
import { FileMissing } from '../recording-store.ts';
import { scheduleRemovals } from '../schedule-removals.ts';
import { SealBroken } from '../sealed-file.ts';

/** Until a team uses the file. */
const DRAFT_MS = 24 * 3_600_000;
/** Per account. */
const MAX_DRAFTS = 100;
/** A caller waits for it. */
const STORAGE_LIMIT_MS = 1_000;
const FOUND_MS = 60_000;
const MAX_FOUND = 1_000;

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
  /** Whether the file can be played. `unknown`: the storage doesn't answer in time. */
  find(id: string): Promise<'present' | 'missing' | 'unknown'>;
}

export function createGreetings({
  db,
  clock,
  files,
}: DatabaseAndClock & { readonly files: RecordingFiles }): Greetings {
  /** When each was last found in S3, because callers would wait for each request. */
  const foundAt = new Map<string, number>();
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
        if (isLost(error)) throw new ApiError('notFound');
        throw error;
      }
    },

    async find(id) {
      const now = clock.now();
      if (now - (foundAt.get(id) ?? Number.NEGATIVE_INFINITY) < FOUND_MS) return 'present';
      const [row] = await db.select().from(greetingFiles).where(eq(greetingFiles.id, id));
      if (!row) return 'missing';
      const state = await within(
        STORAGE_LIMIT_MS,
        files.open(row).then(
          () => 'present' as const,
          (error: unknown) => (isLost(error) ? 'missing' : 'unknown'),
        ),
        'unknown',
      );
      if (state === 'present' && row.storage === 's3') {
        if (foundAt.size >= MAX_FOUND) foundAt.clear();
        foundAt.set(id, now);
      }
      return state;
    },
  };
}

/** Also if the key that encrypted it is gone, or it is damaged. */
const isLost = (error: unknown) =>
  error instanceof FileMissing || error instanceof FileUnreadable || error instanceof SealBroken;

/** @returns `late` after `ms` */
function within<T>(ms: number, work: Promise<T>, late: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function* asStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
