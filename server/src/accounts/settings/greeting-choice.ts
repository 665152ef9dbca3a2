import type { TeamChange } from '@offhook/contract/console/people/team-entities';
import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { greetingFiles, type profiles } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { scheduleEffects } from '../../platform/work-queue/effect-rows.ts';

/** The provider may still fetch a replaced file for a call that was answered with its address. */
const KEPT_AFTER_REPLACEMENT_MS = 15 * 60_000;

const FIELDS = [
  { file: 'welcome_file', text: 'welcome_message' },
  { file: 'voicemail_file', text: 'voicemail_greeting' },
] as const;

type Columns = Partial<Pick<typeof profiles.$inferSelect, (typeof FIELDS)[number]['file']>>;

/**
 * Callers hear what was set last: a text without a file replaces the file. Locks the chosen files.
 * @returns the columns that change
 * @throws ApiError greetingExpired
 */
export async function chooseGreetingFiles(
  tx: Database,
  accountId: number,
  before: Columns | undefined,
  wanted: NonNullable<TeamChange['profile']>,
  at: number,
): Promise<Columns> {
  const columns: Columns = {};
  for (const { file, text } of FIELDS) {
    const current = before?.[file] ?? null;
    const next = wanted[file] === undefined && wanted[text] !== undefined ? null : wanted[file];
    if (next === undefined || next === current) continue;
    if (next !== null) await useFile(tx, accountId, next, at);
    if (current !== null) await retireFile(tx, accountId, current, at);
    columns[file] = next;
  }
  return columns;
}

/** A file has one use, so that replacing it can remove it. */
async function useFile(tx: Database, accountId: number, id: string, at: number): Promise<void> {
  const used = await tx
    .update(greetingFiles)
    .set({ expires_at: null })
    .where(
      and(
        eq(greetingFiles.id, id),
        eq(greetingFiles.account_id, accountId),
        gt(greetingFiles.expires_at, new Date(at)),
      ),
    )
    .returning({ id: greetingFiles.id });
  if (used.length === 0) throw new ApiError('greetingExpired');
}

async function retireFile(tx: Database, accountId: number, id: string, at: number): Promise<void> {
  const dueAt = at + KEPT_AFTER_REPLACEMENT_MS;
  const retired = await tx
    .update(greetingFiles)
    .set({ expires_at: new Date(dueAt) })
    .where(and(eq(greetingFiles.id, id), eq(greetingFiles.account_id, accountId)))
    .returning({ storage: greetingFiles.storage, path: greetingFiles.path });
  await scheduleEffects(
    tx,
    retired.map((file) => ({ effect: { kind: 'removeFile', ...file }, callId: null, dueAt })),
    at,
  );
}
