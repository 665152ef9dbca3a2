/** Things of an account for tests, one of each kind that the console names by an id, and what a database holds. */
import { sql } from 'drizzle-orm';
import { listNumbers } from '../../leads/do-not-call.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import {
  apiKeys,
  calls,
  leadImports,
  leads,
  numbers,
  outwardDeliveries,
  outwardDestinations,
  outwardEvents,
  profiles,
  teams,
  users,
} from '../../platform/database/schema.ts';

export const ACCOUNT = 100;

export async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new Error('no row');
  return row;
}

/** Makes a thing of an account for each kind that the console names by an id. @param mark stands before its name */
export function makers(
  db: Database,
  url: string,
  account_id = ACCOUNT,
  mark = '',
): Record<string, () => Promise<number>> {
  let made = 0;
  const number = () => {
    made += 1;
    return `+1415555${String(3000 + account_id + made)}`;
  };
  const lead = async (changes: object = {}) =>
    (
      await one(
        db
          .insert(leads)
          .values({ account_id, phone_number: number(), label: `${mark}Ada Form`, ...changes })
          .returning(),
      )
    ).id;
  const team = async () => {
    const { id } = await one(
      db
        .insert(teams)
        .values({ account_id, name: `${mark}A team` })
        .returning(),
    );
    await db.insert(profiles).values({ account_id, team_id: id });
    return id;
  };
  const webhook = async () =>
    (
      await one(
        db
          .insert(outwardDestinations)
          .values({ account_id, url, secret: 'whsec_test', events: ['lead_created'] })
          .returning(),
      )
    ).id;
  return {
    calls: async () =>
      (
        await one(
          db
            .insert(calls)
            .values({
              account_id,
              type: 'lead',
              direction: 'outbound',
              status: 'completed',
              lead_id: await lead(),
              ended_at: new Date(),
            })
            .returning(),
        )
      ).id,
    leads: () => lead(),
    'do-not-call': async () => {
      made += 1;
      const digits = 14_155_560_000 + account_id * 1000 + made;
      await listNumbers(db, account_id, [`+${digits}`], { source: 'console', by: null }, Date.now());
      return digits;
    },
    teams: team,
    agents: async () => {
      made += 1;
      return (
        await one(
          db
            .insert(users)
            .values({
              account_id,
              email: `made${account_id + made}@demo.test`,
              full_name: `${mark}Made Up`,
              password_hash: 'none',
              time_zone: 'America/New_York',
            })
            .returning(),
        )
      ).id;
    },
    numbers: async () =>
      (
        await one(
          db
            .insert(numbers)
            .values({ account_id, team_id: await team(), phone_number: number() })
            .returning(),
        )
      ).id,
    webhooks: webhook,
    crms: async () =>
      (
        await one(
          db
            .insert(outwardDestinations)
            .values({ account_id, kind: 'followupboss', url, secret: 'fka', events: [] })
            .returning(),
        )
      ).id,
    imports: async () =>
      (
        await one(
          db
            .insert(leadImports)
            .values({ account_id, status: 'complete', lines: 2, created_at: new Date() })
            .returning(),
        )
      ).id,
    deliveries: async () => {
      const at = new Date();
      const event = await one(
        db
          .insert(outwardEvents)
          .values({ account_id, type: 'lead_created', due_at: at, told_at: at, body: '{}' })
          .returning(),
      );
      return (
        await one(
          db
            .insert(outwardDeliveries)
            .values({
              event_id: event.id,
              destination_id: await webhook(),
              status: 'failed',
              since: at,
              due_at: at,
              attempts: 9,
            })
            .returning(),
        )
      ).id;
    },
    keys: async () =>
      (
        await one(
          db
            .insert(apiKeys)
            .values({ account_id, name: 'A key', key_hash: `hash ${number()}` })
            .returning(),
        )
      ).id,
  };
}

/** All that the database holds but what a look alone moves. */
export async function stateOf(db: Database): Promise<unknown> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('effects', 'presence') order by 1`,
  );
  // Whether the provider knows a number yet is found out beside the requests.
  const row = (name: string) => (name === 'numbers' ? '(t.id, t.team_id, t.name)' : 't');
  const parts = tables.map(
    ({ name }) =>
      `(select count(*) || ':' || coalesce(sum(hashtext(${row(name)}::text)::bigint), 0) from "${name}" t) as "${name}"`,
  );
  const [state] = await queryRows<Record<string, string>>(db, sql.raw(`select ${parts.join(', ')}`));
  return state;
}
