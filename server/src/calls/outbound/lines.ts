import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { and, asc, eq, sql } from 'drizzle-orm';
import { teamHours } from '../../accounts/settings/hours/team-hours.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { numbers, profiles, teams, users } from '../../platform/database/schema.ts';

export interface Line {
  readonly teamId: number | null;
  readonly numberId: number;
  readonly phoneNumber: string;
  readonly profile: LineProfile | null;
}

type LineProfile = Pick<
  typeof profiles.$inferSelect,
  'id' | 'records' | 'announces_recording' | 'announces_by_region' | 'mode' | 'rotation'
> &
  /** Only inbound calls use these. */
  Partial<
    Pick<
      typeof profiles.$inferSelect,
      'welcome_message' | 'voicemail_greeting' | 'welcome_file' | 'voicemail_file' | 'greeting_language'
    >
  >;

/** PostgreSQL returns a bigint as a string, the embedded database as a number. */
type Id = string | number;

export interface LeadLine {
  readonly teamId: number;
  readonly line: Line | null;
  readonly ownerId: number | null;
  readonly delaySeconds: number;
  /** null when the team is always open. */
  readonly schedule: WeeklySchedule | null;
}

/** Uses the default team if none is given. A single statement, so that agents ring within milliseconds of a lead. */
export async function findLineForLead(
  tx: Database,
  accountId: number,
  teamId: number | null,
  ownerEmail: string | null,
): Promise<LeadLine | null> {
  const [row] = await queryRows<{
    team_id: Id;
    number_id: Id | null;
    phone_number: string | null;
    owner_id: Id | null;
    profile_id: Id | null;
    records: boolean | null;
    announces_recording: boolean | null;
    announces_by_region: boolean | null;
    mode: LineProfile['mode'] | null;
    rotation: number | null;
    delay_seconds: number | null;
    schedule: WeeklySchedule | null;
  }>(
    tx,
    sql`select team.id as team_id, profile.delay_seconds, ${teamHours(sql`team`)} as schedule, line.id as number_id, line.phone_number,
        profile.id as profile_id, profile.records, profile.announces_recording, profile.announces_by_region, profile.mode, profile.rotation,
        (select owner.id from ${users} owner where owner.email = ${ownerEmail?.toLowerCase() ?? ''}
          and owner.account_id = team.account_id and owner.active) as owner_id
      from ${teams} team
      left join ${numbers} line on line.account_id = team.account_id
      left join ${profiles} profile on profile.team_id = team.id
      where team.account_id = ${accountId} and (${teamId}::bigint is null or team.id = ${teamId}::bigint)
      order by team.is_default desc, team.id, line.team_id = team.id desc, line.id limit 1`,
  );
  if (!row) return null;
  const { profile_id, records, mode, rotation } = row;
  const profile =
    profile_id === null || records === null || mode === null || rotation === null
      ? null
      : {
          id: Number(profile_id),
          records,
          announces_recording: row.announces_recording === true,
          announces_by_region: row.announces_by_region === true,
          mode,
          rotation,
        };
  const found = Number(row.team_id);
  return {
    teamId: found,
    ownerId: row.owner_id === null ? null : Number(row.owner_id),
    delaySeconds: row.delay_seconds ?? 0,
    schedule: row.schedule,
    line:
      row.number_id === null || row.phone_number === null
        ? null
        : { teamId: found, numberId: Number(row.number_id), phoneNumber: row.phone_number, profile },
  };
}

/** Uses the team's number, or else any number of the account. */
export async function findTeamLine(
  tx: Database,
  accountId: number,
  teamId: number | null,
): Promise<Line | null> {
  const [row] = await tx
    .select({ number: numbers, profile: profiles })
    .from(numbers)
    .leftJoin(profiles, sql`${profiles.team_id} = ${teamId}`)
    .where(eq(numbers.account_id, accountId))
    .orderBy(sql`(${numbers.team_id} = ${teamId ?? 0}) desc`, asc(numbers.id))
    .limit(1);
  if (!row) return null;
  return {
    teamId,
    numberId: row.number.id,
    phoneNumber: row.number.phone_number,
    profile: row.profile,
  };
}

export async function findChosenNumber(tx: Database, accountId: number, numberId: number | null) {
  if (numberId === null) return null;
  const [row] = await tx
    .select({ id: numbers.id, phoneNumber: numbers.phone_number })
    .from(numbers)
    .where(and(eq(numbers.id, numberId), eq(numbers.account_id, accountId)));
  return row ?? null;
}
