/** Things of an account for tests, one of each kind that the console names by an id, and what a database holds. */
import { sql } from 'drizzle-orm';
import { listNumbers } from '../../leads/do-not-call.ts';
import { type Database, insert, queryRows } from '../../platform/database/database.ts';
import {
  apiKeys,
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
import { ACCOUNT, addCall } from './rows.ts';

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
  const idOf = async (row: Promise<{ readonly id: number }>) => (await row).id;
  const lead = () =>
    idOf(insert(db, leads, { account_id, phone_number: number(), label: `${mark}Ada Form` }));
  const team = async () => {
    const { id } = await insert(db, teams, { account_id, name: `${mark}A team` });
    await db.insert(profiles).values({ account_id, team_id: id });
    return id;
  };
  const destination = (fields: Pick<typeof outwardDestinations.$inferInsert, 'kind' | 'secret' | 'events'>) =>
    idOf(insert(db, outwardDestinations, { account_id, url, ...fields }));
  const webhook = () => destination({ secret: 'whsec_test', events: ['lead_created'] });
  return {
    calls: async () => {
      const lead_id = await lead();
      return idOf(addCall(db, { account_id, status: 'completed', lead_id, ended_at: new Date() }));
    },
    leads: lead,
    'do-not-call': async () => {
      made += 1;
      const digits = 14_155_560_000 + account_id * 1000 + made;
      await listNumbers(db, account_id, [`+${digits}`], { source: 'console', by: null }, Date.now());
      return digits;
    },
    teams: team,
    agents: () => {
      made += 1;
      return idOf(
        insert(db, users, {
          account_id,
          email: `made${account_id + made}@demo.test`,
          full_name: `${mark}Made Up`,
          password_hash: 'none',
          time_zone: 'America/New_York',
        }),
      );
    },
    numbers: async () =>
      idOf(insert(db, numbers, { account_id, team_id: await team(), phone_number: number() })),
    webhooks: webhook,
    crms: () => destination({ kind: 'followupboss', secret: 'fka', events: [] }),
    imports: () =>
      idOf(insert(db, leadImports, { account_id, status: 'complete', lines: 2, created_at: new Date() })),
    deliveries: async () => {
      const at = new Date();
      const news = { account_id, type: 'lead_created', due_at: at, told_at: at, body: '{}' } as const;
      const { id: event_id } = await insert(db, outwardEvents, news);
      const failure = { status: 'failed', since: at, due_at: at, attempts: 9 } as const;
      const destination_id = await webhook();
      return idOf(insert(db, outwardDeliveries, { event_id, destination_id, ...failure }));
    },
    keys: () => idOf(insert(db, apiKeys, { account_id, name: 'A key', key_hash: `hash ${number()}` })),
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
