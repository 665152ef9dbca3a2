/** When, and how often, an account's leads may be called, and who is never called. */
import { eq } from 'drizzle-orm';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { type Database, insert } from '../../platform/database/database.ts';
import { accounts } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Acting, type Done, nextVersion, said, subjectOf } from './change.ts';
import type { ConsoleBody } from './request.ts';

export type AccountRow = typeof accounts.$inferSelect;

/** @throws Refusal notFound */
export async function accountOf(tx: Database, id: number): Promise<AccountRow> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('no key update');
  if (!row) throw new Refusal('notFound');
  return row;
}

export async function hasAccount(db: Database): Promise<boolean> {
  const found = await db.select({ id: accounts.id }).from(accounts).limit(1);
  return found.length > 0;
}

/** With the rules that were named. @throws Refusal badWindow, badCrmAddress */
export async function addAccount(
  { tx, at }: Pick<Acting, 'tx' | 'at'>,
  { name, country_code, time_zone, ...rules }: ConsoleBody<'changeRules'> & NewAccount,
): Promise<Done & { readonly id: number }> {
  const row = await insert(tx, accounts, { name, country_code, time_zone });
  await changeRules({ tx, accountId: row.id, by: null, at }, rules);
  return { id: row.id, subject: `account ${row.id}: added` };
}

type NewAccount = Pick<AccountRow, 'name' | 'country_code' | 'time_zone'>;

/** @throws Refusal notFound, changedMeanwhile, badWindow, badRegions, badCrmAddress */
export async function changeRules(
  { tx, accountId }: Acting,
  { version, ...fields }: ConsoleBody<'changeRules'>,
): Promise<Done> {
  const account = await accountOf(tx, accountId);
  await nextVersion(tx, accounts, accountId, version);
  const set = said(fields);
  const from = set.calling_from_minute ?? account.calling_from_minute;
  const to = set.calling_to_minute ?? account.calling_to_minute;
  const texting = { ...account, ...set };
  if (!areHours(texting.texting_from_minute, texting.texting_to_minute)) throw new Refusal('badWindow');
  const windows = set.region_windows ?? [];
  if (from >= to || windows.some((one) => one.from_minute >= one.to_minute)) throw new Refusal('badWindow');
  if (new Set(windows.map(({ prefix }) => prefix)).size !== windows.length) throw new Refusal('badWindow');
  const regions = set.recording_regions ?? [];
  if (new Set(regions.map(({ prefix }) => prefix)).size !== regions.length) throw new Refusal('badRegions');
  if (set.calling_countries?.some((country) => !isCountry(country))) throw new Refusal('badCountries');
  if (set.custom_crm_url && !isCrmAddress(set.custom_crm_url)) throw new Refusal('badCrmAddress');
  if (Object.keys(set).length > 0) await tx.update(accounts).set(set).where(eq(accounts.id, accountId));
  return { subject: subjectOf(`account ${accountId}`, set) };
}

/** Both or none, and the end after the beginning. */
function areHours(from: number | null, to: number | null): boolean {
  return from === null || to === null ? from === to : from < to;
}

/** One that phone numbers are known of. */
function isCountry(code: string): boolean {
  return isSupportedCountry(code as CountryCode, metadata);
}

export function isCrmAddress(url: string): boolean {
  return /^https:\/\/[^/\s]+\/\S*\{source_id\}\S*$/.test(url);
}
