import type { ConsoleApiKey } from '@offhook/contract/console/integration-entities';
import type { CallingRules, ConsoleNumber } from '@offhook/contract/console/rule-entities';
import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import type { Database } from '../../platform/database/database.ts';
import { apiKeys, numbers, teams } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { formatPhoneNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import { readCheckedTo } from '../../platform/telephony/checked-numbers.ts';
import type { ApiKeyRow } from './keys.ts';
import type { AccountRow } from './rules.ts';

export async function listNumbers(
  db: Database,
  user: SignedInUser,
  where: SQL | undefined = undefined,
): Promise<ConsoleNumber[]> {
  const rows = await db
    .select({ number: numbers, team: { id: teams.id, name: teams.name } })
    .from(numbers)
    .innerJoin(teams, eq(teams.id, numbers.team_id))
    .where(and(eq(numbers.account_id, user.account_id), where))
    .orderBy(asc(numbers.id));
  const checkedTo = await readCheckedTo(db);
  return rows.map(({ number, team }) => ({
    id: number.id,
    phone_number: number.phone_number,
    phone_number_formatted: formatPhoneNumber(number.phone_number, user.country_code),
    name: number.name,
    team,
    is_ready: number.provider_sid !== null,
    is_checked: number.provider_sid !== null || number.id <= checkedTo,
  }));
}

/** @throws ApiError notFound */
export async function readConsoleNumber(
  db: Database,
  user: SignedInUser,
  id: number,
): Promise<ConsoleNumber> {
  const [one] = await listNumbers(db, user, eq(numbers.id, id));
  if (!one) throw new ApiError('notFound');
  return one;
}

export function rulesView(account: AccountRow): CallingRules {
  return {
    ...pick(account, 'version', 'name', 'country_code', 'time_zone', 'calling_from_minute'),
    ...pick(account, 'calling_to_minute', 'texting_from_minute', 'texting_to_minute', 'texts_need_consent'),
    ...pick(
      account,
      'language',
      'attempts_per_day',
      'calling_countries',
      'special_numbers',
      'key_calls_per_minute',
      'recording_pause_minutes',
      'external_links',
      'park_minutes',
    ),
    region_windows: [...account.region_windows],
    recording_regions: [...account.recording_regions],
    holidays: [...account.holidays],
    ...pick(account, 'custom_crm_url', 'second_factor'),
  };
}

export async function listApiKeys(db: Database, accountId: number): Promise<ConsoleApiKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.account_id, accountId))
    .orderBy(desc(apiKeys.id));
  return rows.map(keyView);
}

export function keyView({ id, name, created_at, revoked_at }: ApiKeyRow): ConsoleApiKey {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}
