// What each column of an uploaded file holds. Each account's choices are remembered for files with the same headings.
import { createHash } from 'node:crypto';
import { type ImportField, MAX_IMPORT_COLUMNS } from '@offhook/contract/console/leads/import-entities';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { leadImportMappings } from '../../platform/database/schema.ts';
import { normalizeHeading, suggestColumns } from './core/suggest-columns.ts';
import type { ImportRow, PlanRow } from './import-rows.ts';
import { readRecords } from './lead-files.ts';

const SAMPLE_ROWS = 50;

/** The file's first rows. */
export async function readSample(
  db: Database,
  { id, encoding }: Pick<ImportRow, 'id' | 'encoding'>,
): Promise<(readonly string[])[]> {
  const sample: (readonly string[])[] = [];
  for await (const { cells } of readRecords(
    db,
    id,
    (encoding ?? 'utf-8') as Parameters<typeof readRecords>[2],
  )) {
    if (typeof cells !== 'string') sample.push(cells.slice(0, MAX_IMPORT_COLUMNS));
    if (sample.length > SAMPLE_ROWS) break;
  }
  return sample;
}

/** Those of the last file with the same headings, else suggested. */
export async function findColumns(
  db: Database,
  accountId: number,
  hasHeader: boolean,
  sample: readonly (readonly string[])[],
): Promise<readonly (string | null)[]> {
  const [first = []] = sample;
  if (!hasHeader) return suggestColumns(null, sample);
  const [known] = await db
    .select()
    .from(leadImportMappings)
    .where(
      and(eq(leadImportMappings.account_id, accountId), eq(leadImportMappings.headings_hash, hashOf(first))),
    );
  return known?.columns.length === first.length ? known.columns : suggestColumns(first, sample.slice(1));
}

const hashOf = (headings: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(headings.map(normalizeHeading)))
    .digest('hex');

export async function rememberColumns(
  tx: Database,
  accountId: number,
  plan: PlanRow,
  now: number,
): Promise<void> {
  if (!plan.has_header) return;
  const set = { columns: plan.columns, used_at: new Date(now) };
  const { account_id, headings_hash } = leadImportMappings;
  await tx
    .insert(leadImportMappings)
    .values({ account_id: accountId, headings_hash: hashOf(plan.headings), ...set })
    .onConflictDoUpdate({ target: [account_id, headings_hash], set });
}

/** Two columns can't hold the same field, except form fields. */
export function oneOfEach(columns: readonly (ImportField | null)[], count: number): (ImportField | null)[] {
  const used = new Set<ImportField>();
  return Array.from({ length: count }, (_, index) => {
    const field = columns[index] ?? null;
    if (field === null || field === 'field') return field;
    if (used.has(field)) return null;
    used.add(field);
    return field;
  });
}
