import { eq, inArray } from 'drizzle-orm';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/core/es6';
import metadata from 'libphonenumber-js/max/metadata';
import { type Database, insert } from '../../platform/database/database.ts';
import { accounts, calls, externalLinks, recordings } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { auditSubject, bumpVersion, type ChangeContext, type ChangeResult, pickDefined } from './change.ts';
import { requestRescheduling } from './hours/reschedule.ts';
import type { ConsoleBody } from './request.ts';

export type AccountRow = typeof accounts.$inferSelect;

/** @throws ApiError notFound */
export async function lockAccount(tx: Database, id: number): Promise<AccountRow> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('no key update');
  if (!row) throw new ApiError('notFound');
  return row;
}

export async function hasAccount(db: Database): Promise<boolean> {
  const found = await db.select({ id: accounts.id }).from(accounts).limit(1);
  return found.length > 0;
}

/** @throws ApiError badWindow, badCrmAddress */
export async function addAccount(
  { tx, at }: Pick<ChangeContext, 'tx' | 'at'>,
  { name, country_code, time_zone, ...rules }: ConsoleBody<'changeRules'> & NewAccount,
): Promise<ChangeResult & { readonly id: number }> {
  const row = await insert(tx, accounts, { name, country_code, time_zone });
  await changeRules({ tx, accountId: row.id, by: null, at }, rules);
  return { id: row.id, subject: `account ${row.id}: added` };
}

type NewAccount = Pick<AccountRow, 'name' | 'country_code' | 'time_zone'>;

/** Rules that postpone calls. */
const POSTPONING = [
  ...(['calling_from_minute', 'calling_to_minute', 'region_windows'] as const),
  ...(['attempts_per_day', 'holidays', 'time_zone'] as const),
];

/** @throws ApiError notFound, changedMeanwhile, badWindow, badRegions, badHolidays, badCrmAddress */
export async function changeRules(
  context: ChangeContext,
  { version, ...fields }: ConsoleBody<'changeRules'>,
): Promise<ChangeResult> {
  const { tx, accountId } = context;
  const account = await lockAccount(tx, accountId);
  await bumpVersion(tx, accounts, accountId, version);
  const set = pickDefined({
    ...fields,
    holidays: fields.holidays?.toSorted((a, b) => a.date.localeCompare(b.date)),
  });
  const from = set.calling_from_minute ?? account.calling_from_minute;
  const to = set.calling_to_minute ?? account.calling_to_minute;
  const texting = { ...account, ...set };
  if (!isValidWindow(texting.texting_from_minute, texting.texting_to_minute)) throw new ApiError('badWindow');
  const windows = set.region_windows ?? [];
  if (from >= to || windows.some((one) => one.from_minute >= one.to_minute)) throw new ApiError('badWindow');
  if (new Set(windows.map(({ prefix }) => prefix)).size !== windows.length) throw new ApiError('badRegions');
  const regions = set.recording_regions ?? [];
  if (new Set(regions.map(({ prefix }) => prefix)).size !== regions.length) throw new ApiError('badRegions');
  if (set.calling_countries?.some((country) => !isCountry(country))) throw new ApiError('badCountries');
  const holidays = set.holidays ?? [];
  if (new Set(holidays.map(({ date }) => date)).size !== holidays.length) throw new ApiError('badHolidays');
  if (set.custom_crm_url && !isCrmUrlTemplate(set.custom_crm_url)) throw new ApiError('badCrmAddress');
  if (set.external_links === false) await revokeAllLinks(tx, accountId);
  if (Object.keys(set).length > 0) await tx.update(accounts).set(set).where(eq(accounts.id, accountId));
  if (POSTPONING.some((name) => set[name] !== undefined)) await requestRescheduling(context);
  return { subject: auditSubject(`account ${accountId}`, set) };
}

/** Allowing them again must not bring forgotten links back. */
async function revokeAllLinks(tx: Database, accountId: number): Promise<void> {
  const ofAccount = tx
    .select({ id: recordings.id })
    .from(recordings)
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .where(eq(calls.account_id, accountId));
  await tx.delete(externalLinks).where(inArray(externalLinks.recording_id, ofAccount));
}

function isValidWindow(from: number | null, to: number | null): boolean {
  return from === null || to === null ? from === to : from < to;
}

function isCountry(code: string): boolean {
  return isSupportedCountry(code as CountryCode, metadata);
}

export function isCrmUrlTemplate(url: string): boolean {
  return /^https:\/\/[^/\s]+\/\S*\{source_id\}\S*$/.test(url);
}
