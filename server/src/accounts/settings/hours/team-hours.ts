import type { ClosedDate, WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../../platform/database/schema.ts';

/** A team's hours, closed on the account's holidays; null: always open. @param team the table or its alias */
export function teamHours(team: SQL): SQL<WeeklySchedule | null> {
  return sql`(${team}.schedule || jsonb_build_object('closed_dates',
    (select account.holidays from ${accounts} account where account.id = ${team}.account_id)))`;
}

export function withHolidays(
  schedule: WeeklySchedule | null,
  holidays: readonly ClosedDate[],
): WeeklySchedule | null {
  return schedule && { ...schedule, closed_dates: holidays };
}
