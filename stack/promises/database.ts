/** What is kept, and what accounts are told of it: the schema, and the payloads of their webhooks. */
import { OUTWARD_EVENTS, type OutwardEvent } from '@offhook/contract/outward';
import { addDestination } from '@offhook/server/integrations/webhooks/destinations';
import { tellDueEvents } from '@offhook/server/integrations/webhooks/outward-events';
import type { Database } from '@offhook/server/platform/database/database';
import { withEmbeddedDatabase } from '@offhook/server/testing/database/database';
import { describeSchema } from '@offhook/server/testing/database/schema-text';
import { expect, it } from 'vitest';
import { hold } from './hold.ts';

async function rows(db: Database, statement: string): Promise<Record<string, string | null>[]> {
  const result = (await db.execute(statement)) as { rows: Record<string, string | null>[] };
  return result.rows;
}

withEmbeddedDatabase('the database', (open) => {
  it('has the same schema after all migrations', async () => {
    const { db } = await open();
    await hold('schema.txt', await describeSchema(db));
  });

  it('tells the addresses of accounts the same', async () => {
    const { db } = await open({ demo: true });
    await addDestination(db, 100, { url: 'https://hooks.example/all' });
    const at = '2026-03-02T16:00:00.000Z';
    const one = async (statement: string) => (await rows(db, statement))[0]?.['id'];
    const own = (table: string) => one(`select min(id) as id from ${table} where account_id = 100`);
    const [agent, team, number] = [await own('users'), await own('teams'), await own('numbers')];
    const tag = await one('select min(id) as id from tags');
    const lead = await one(
      `insert into leads (id, account_id, phone_number, fname, lname, label, email, company, category, crm, source_id,
          owner_user_id, team_id, tag_id, created_at, updated_at)
        values (9001, 100, '+14155550881', 'Ada', 'Form', 'Ada Form', 'ada@example.com', 'Acme', 'Solar', 'hubspot', '501',
          ${agent}, ${team}, ${tag}, '${at}', '${at}') returning id`,
    );
    await one(`insert into leads (id, account_id, phone_number, label, created_at, updated_at)
      values (9002, 100, '+14155550882', '+14155550882', '${at}', '${at}') returning id`);
    const call = async (id: number, lead: string) =>
      one(`insert into calls (id, account_id, type, direction, status, lead_id, agent_id, team_id, number_id, phone_number,
          started_at, talk_started_at, seconds)
        values (${id}, 100, 'lead', 'outbound', 'ringing', ${lead}, '+14155550881', '${at}', '${at}', 140) returning id`);
    const called = await call(9102, `${lead}, ${agent}, ${team}, ${number}`);
    const missed = await call(9104, 'null, null, null, null');
    await one(`update calls set status = 'missed', talk_started_at = null, seconds = 0, phone_number = null,
      ended_at = '${at}' where id = ${missed}`);
    await one(
      `update calls set status = 'completed', result = 'contacted', ended_at = '${at}' where id = ${called}`,
    );
    await tellDueEvents(db, Date.parse(at));
    await one(
      `insert into notes (call_id, user_id, content) values (${called}, ${agent}, 'Wants an offer by Friday.')`,
    );
    await one(`update leads set company = 'Acme Ltd' where id = ${lead}`);
    // What came of the note is due at the moment of the note, which is the database's own.
    await tellDueEvents(db, Date.now() + 3_600_000);
    const told = (await rows(db, `select body from outward_events where body is not null order by id`)).map(
      ({ body }) => JSON.parse(String(body)) as OutwardEvent,
    );
    for (const event of told) OUTWARD_EVENTS[event.type].schema.parse(event);
    expect([...new Set(told.map(({ type }) => type))].sort()).toEqual(Object.keys(OUTWARD_EVENTS).sort());
    const payloads = told.map((event) => ({ ...event, created_at: at }));
    // In the order in which the product writes them.
    await hold('webhook-payloads.json', JSON.stringify(payloads, null, 2));
  });
});
