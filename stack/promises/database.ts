/** What is kept, and what accounts are told of it: the schema, and the payloads of their webhooks. */
import { OUTWARD_EVENTS, type OutwardEvent } from '@offhook/contract/outward';
import { addDestination } from '@offhook/server/integrations/webhooks/destinations';
import { tellDueEvents } from '@offhook/server/integrations/webhooks/outward-events';
import type { Database } from '@offhook/server/platform/database/database';
import { withEmbeddedDatabase } from '@offhook/server/testing/database/database';
import { addEndedCall, addLead, addNote, changeLead } from '@offhook/server/testing/database/heard-rows';
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
    const now = Date.parse(at);
    const one = async (statement: string) => Number((await rows(db, statement))[0]?.['id']);
    const own = (table: string) => one(`select min(id) as id from ${table} where account_id = 100`);
    const [agent, team, number] = [await own('users'), await own('teams'), await own('numbers')];
    const tag = await one('select min(id) as id from tags');
    const ada = { fname: 'Ada', lname: 'Form', label: 'Ada Form', email: 'ada@example.com' };
    const of = { company: 'Acme', category: 'Solar', crm: 'hubspot', source_id: '501' };
    const belongs = { owner_user_id: agent, team_id: team, tag_id: tag };
    const phone_number = '+14155550881';
    const lead = await addLead(db, { id: 9001, phone_number, ...ada, ...of, ...belongs }, now);
    await addLead(db, { id: 9002, phone_number: '+14155550882' }, now);
    const begun = new Date(now);
    await addEndedCall(db, { id: 9104, started_at: begun }, { status: 'missed', seconds: 0 }, now);
    const parties = { lead_id: lead, agent_id: agent, team_id: team, number_id: number, phone_number };
    const talk = { id: 9102, started_at: begun, talk_started_at: begun, seconds: 140, ...parties };
    const called = await addEndedCall(db, talk, { status: 'completed', result: 'contacted' }, now);
    await tellDueEvents(db, now);
    await addNote(db, { call_id: called, user_id: agent, content: 'Wants an offer by Friday.' }, now);
    await changeLead(db, lead, { company: 'Acme Ltd' });
    await tellDueEvents(db, now);
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
