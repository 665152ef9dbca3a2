// Every step of an import reads the file through here, so that the preview, the counts, the import and the file of
// rejected rows agree about each row.
import type { ImportProblem } from '@offhook/contract/console/leads/import-entities';
import { and, eq, inArray } from 'drizzle-orm';
import { toAccountRules } from '../../leads/contact-facts.ts';
import { FILE_ENCODINGS } from '../../leads/core/file-text.ts';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  accounts,
  doNotCallNumbers,
  type leadImportPlans,
  type leadImports,
  leads,
  users,
} from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Account } from '../../platform/http/caller.ts';
import { readNumberToCall } from '../../platform/phone-numbers/phone-numbers.ts';
import { type RowFacts, type RowResult, readRow } from './core/read-row.ts';
import { readRecords } from './lead-files.ts';

export type PlanRow = typeof leadImportPlans.$inferSelect;
export type ImportRow = typeof leadImports.$inferSelect;

export interface Invalid {
  readonly kind: 'invalid';
  readonly problem: ImportProblem;
  readonly reason: string;
}

export interface PlannedRow {
  readonly line: number;
  /** Empty if the row can't be parsed. */
  readonly cells: readonly string[];
  readonly result: RowResult;
}

export interface CheckedRow extends PlannedRow {
  readonly verdict: 'new' | 'known' | Invalid;
  /** The lead that has the number. */
  readonly leadId: number | null;
}

export interface FileOfPlan {
  readonly file: ImportRow;
  readonly plan: PlanRow;
  readonly account: Account;
}

export async function readAccount(db: Database, accountId: number): Promise<Account> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw new Error(`no account ${accountId}`);
  return account;
}

const encodingOf = ({ encoding }: ImportRow) => FILE_ENCODINGS.find((one) => one === encoding) ?? 'utf-8';

/** The file's records without its header. */
export async function* readDataRecords(db: Database, { file, plan }: Omit<FileOfPlan, 'account'>) {
  let isHeader = plan.has_header;
  for await (const record of readRecords(db, file.id, encodingOf(file))) {
    if (isHeader) isHeader = false;
    else yield record;
  }
}

async function readFacts(db: Database, account: Account): Promise<RowFacts> {
  const rules = toAccountRules(account).numbers;
  const active = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.account_id, account.id), eq(users.active, true)));
  return {
    owners: new Map(active.map(({ id, email }) => [email.toLowerCase(), id])),
    readPhone(text) {
      try {
        return readNumberToCall(text, account.country_code, rules);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return error.code === 'invalidPhoneNumber'
          ? { problem: 'phoneInvalid', reason: english({ id: 'import.phoneInvalid' }) }
          : { problem: 'phoneNotAllowed', reason: english(error.sentence) };
      }
    },
  };
}

/**
 * In batches. Rows whose number an earlier row has are invalid, so a batch has each number once.
 *
 * @param size rows per batch, from the first to all others
 */
export async function* readPlannedRows(
  db: Database,
  source: FileOfPlan,
  size: number,
): AsyncGenerator<PlannedRow[], void> {
  const facts = await readFacts(db, source.account);
  const { columns, headings, source: name } = source.plan;
  const mapping = { columns, headings: source.plan.has_header ? headings : [], source: name };
  const seen = new Map<string, number>();
  let batch: PlannedRow[] = [];
  for await (const { line, cells } of readDataRecords(db, source)) {
    let result = readRow(mapping, cells, facts);
    if (result.kind === 'lead') {
      const earlier = seen.get(result.phoneNumber);
      if (earlier === undefined) seen.set(result.phoneNumber, line);
      else
        result = {
          kind: 'invalid',
          problem: 'duplicate',
          reason: english({ id: 'import.duplicate', values: { row: earlier } }),
        };
    }
    batch.push({ line, cells: typeof cells === 'string' ? [] : cells, result });
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export const DO_NOT_CALL: Invalid = {
  kind: 'invalid',
  problem: 'doNotCall',
  reason: english({ id: 'import.doNotCall' }),
};

/** Also compares the rows with the account's leads and its do-not-call list. */
export async function checkRows(
  db: Database,
  accountId: number,
  batch: readonly PlannedRow[],
): Promise<CheckedRow[]> {
  const wanted = batch.flatMap(({ result }) => (result.kind === 'lead' ? [result.phoneNumber] : []));
  if (wanted.length === 0) return batch.map((row) => withVerdict(row, new Map(), new Set()));
  const known = await db
    .select({
      id: leads.id,
      phoneNumber: leads.phone_number,
      doNotCall: leads.do_not_call,
      removedAt: leads.removed_at,
    })
    .from(leads)
    .where(and(eq(leads.account_id, accountId), inArray(leads.phone_number, wanted)));
  const listed = await db
    .select({ phoneNumber: doNotCallNumbers.phone_number })
    .from(doNotCallNumbers)
    .where(and(eq(doNotCallNumbers.account_id, accountId), inArray(doNotCallNumbers.phone_number, wanted)));
  const blocked = known.filter(({ doNotCall, removedAt }) => doNotCall || removedAt !== null);
  const blockedNumbers = new Set([...listed, ...blocked].map(({ phoneNumber }) => phoneNumber));
  const leadIds = new Map(known.map(({ id, phoneNumber }) => [phoneNumber, id]));
  return batch.map((row) => withVerdict(row, leadIds, blockedNumbers));
}

function withVerdict(
  row: PlannedRow,
  leadIds: ReadonlyMap<string, number>,
  blocked: ReadonlySet<string>,
): CheckedRow {
  const { result } = row;
  if (result.kind === 'invalid') return { ...row, verdict: result, leadId: null };
  const leadId = leadIds.get(result.phoneNumber) ?? null;
  if (blocked.has(result.phoneNumber)) return { ...row, verdict: DO_NOT_CALL, leadId: null };
  return { ...row, verdict: leadId === null ? 'new' : 'known', leadId };
}
