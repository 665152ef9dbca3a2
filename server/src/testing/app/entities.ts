import { eq, sql } from 'drizzle-orm';
import { addToDoNotCallList } from '../../leads/do-not-call/do-not-call.ts';
import { type Database, insert, queryRows } from '../../platform/database/database.ts';
import {
  accounts,
  apiKeys,
  externalLinks,
  leadImportPlans,
  leadImports,
  leads,
  numbers,
  profiles,
  recordingComments,
  recordings,
  reportMails,
  teams,
  userInvitations,
  users,
  webForms,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { ACCOUNT, addCall, find } from './rows.ts';

/** @param mark prefix of the entities' names */
export function entityFactories(
  db: Database,
  url: string,
  account_id = ACCOUNT,
  mark = '',
): Record<string, () => Promise<number>> {
  let count = 0;
  const number = () => {
    count += 1;
    return `+1415555${String(3000 + account_id + count)}`;
  };
  const idOf = async (row: Promise<{ readonly id: number }>) => (await row).id;
  const lead = () =>
    idOf(insert(db, leads, { account_id, phone_number: number(), label: `${mark}Ada Form` }));
  const team = async () => {
    const { id } = await insert(db, teams, { account_id, name: `${mark}A team` });
    await db.insert(profiles).values({ account_id, team_id: id });
    return id;
  };
  const addEndpoint = (fields: Pick<typeof webhookEndpoints.$inferInsert, 'kind' | 'secret' | 'events'>) =>
    idOf(insert(db, webhookEndpoints, { account_id, url, ...fields }));
  const webhook = () => addEndpoint({ secret: 'whsec_test', events: ['lead_created'] });
  const call = async () => {
    const lead_id = await lead();
    return idOf(addCall(db, { account_id, status: 'completed', lead_id, ended_at: new Date() }));
  };
  const agent = () => {
    count += 1;
    return idOf(
      insert(db, users, {
        account_id,
        email: `made${count}-of-${account_id}@demo.test`,
        full_name: `${mark}Made Up`,
        password_hash: 'none',
        time_zone: 'America/New_York',
      }),
    );
  };
  const commentator = async () => {
    const [admin] = await db.select().from(users).where(eq(users.email, 'admin@demo.test'));
    return admin?.account_id === account_id ? admin.id : agent();
  };
  const recording = async () => {
    await db.update(accounts).set({ external_links: true }).where(eq(accounts.id, account_id));
    return idOf(
      insert(db, recordings, { call_id: await call(), status: 'complete', path: 'one.wav', bytes: 4 }),
    );
  };
  return {
    calls: call,
    recordings: recording,
    'recording-comments': async () =>
      idOf(
        insert(db, recordingComments, {
          recording_id: await recording(),
          user_id: await commentator(),
          at_ms: 1_000,
          text: `${mark}A comment`,
        }),
      ),
    'external-links': async () => {
      count += 1;
      return idOf(
        insert(db, externalLinks, {
          recording_id: await recording(),
          user_id: await agent(),
          token_hash: `hash ${account_id} ${count}`,
          expires_at: new Date('2099-01-01'),
        }),
      );
    },
    leads: lead,
    'do-not-call': async () => {
      count += 1;
      const digits = 14_155_560_000 + account_id * 1000 + count;
      await addToDoNotCallList(db, account_id, [`+${digits}`], { source: 'console', by: null }, Date.now());
      return digits;
    },
    teams: team,
    agents: agent,
    numbers: async () =>
      idOf(insert(db, numbers, { account_id, team_id: await team(), phone_number: number() })),
    webhooks: webhook,
    crms: () => addEndpoint({ kind: 'followupboss', secret: 'fka', events: [] }),
    imports: async () => {
      const file = { account_id, status: 'complete', lines: 2, created_at: new Date() } as const;
      const { id } = await insert(db, leadImports, file);
      const [user] = await find(db, users, eq(users.account_id, account_id));
      const plan = { file_name: 'leads.csv', uploaded_by: user?.id ?? 0, columns: ['phone_number'] };
      await insert(db, leadImportPlans, { id, ...plan });
      return id;
    },
    deliveries: async () => {
      const at = new Date();
      const event = { account_id, type: 'lead_created', due_at: at, told_at: at, body: '{}' } as const;
      const { id: event_id } = await insert(db, webhookEvents, event);
      const failure = { status: 'failed', since: at, due_at: at, attempts: 9 } as const;
      const destination_id = await webhook();
      return idOf(insert(db, webhookDeliveries, { event_id, destination_id, ...failure }));
    },
    invitations: () => {
      count += 1;
      const at = new Date();
      return idOf(
        insert(db, userInvitations, {
          account_id,
          email: `invited${count}-of-${account_id}@demo.test`,
          full_name: `${mark}Invited`,
          permissions: [],
          team_ids: [],
          expires_at: at,
          mail_status: 'none',
          mail_at: at,
        }),
      );
    },
    'report-mails': () =>
      idOf(
        insert(db, reportMails, {
          account_id,
          frequency: 'daily',
          minute: 480,
          language: 'en',
          filters: {},
          compares: true,
          time_zone: 'UTC',
          is_paused: true,
        }),
      ),
    'web-forms': () =>
      idOf(
        insert(db, webForms, {
          account_id,
          name: 'A form',
          public_key: `form_${number()}`,
          origins: ['https://www.example.com'],
        }),
      ),
    keys: () => idOf(insert(db, apiKeys, { account_id, name: 'A key', key_hash: `hash ${number()}` })),
  };
}

/** Checksum of all rows, except those that a read may change. */
export async function databaseState(db: Database): Promise<unknown> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('effects', 'presence') order by 1`,
  );
  // The provider setup runs in the background and changes the other columns.
  const row = (name: string) => (name === 'numbers' ? '(t.id, t.team_id, t.name)' : 't');
  const parts = tables.map(
    ({ name }) =>
      `(select count(*) || ':' || coalesce(sum(hashtext(${row(name)}::text)::bigint), 0) from "${name}" t) as "${name}"`,
  );
  const [state] = await queryRows<Record<string, string>>(db, sql.raw(`select ${parts.join(', ')}`));
  return state;
}
