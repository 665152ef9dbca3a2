/** Snapshots of the database schema and the webhook payloads. */
import { WEBHOOK_EVENTS, type WebhookEvent } from '@offhook/contract/webhook-events';
import { setDoNotDisturb } from '@offhook/server/accounts/status/agent-status';
import { addEndpoint } from '@offhook/server/integrations/webhooks/endpoints';
import { dispatchDueEvents } from '@offhook/server/integrations/webhooks/webhook-events';
import { recordCallbackEvent } from '@offhook/server/leads/scheduled-calls/cancel-callbacks';
import { type Database, insert } from '@offhook/server/platform/database/database';
import { scheduledCalls } from '@offhook/server/platform/database/schema';
import { TEST_SECRETS } from '@offhook/server/testing/app/secrets';
import { withEmbeddedDatabase } from '@offhook/server/testing/database/database';
import { addEndedCall, addLead, addNote, changeLead } from '@offhook/server/testing/database/event-rows';
import { describeSchema } from '@offhook/server/testing/database/schema-text';
import { expect, it } from 'vitest';
import { expectSnapshot } from './snapshot.ts';

async function query(db: Database, statement: string): Promise<Record<string, string | null>[]> {
  const result = (await db.execute(statement)) as { rows: Record<string, string | null>[] };
  return result.rows;
}

withEmbeddedDatabase('the database', (open) => {
  it('has the same schema after all migrations', async () => {
    const { db } = await open();
    await expectSnapshot('schema.txt', await describeSchema(db));
  });

  it('sends the same webhook payloads', async () => {
    const { db } = await open({ demo: true });
    await addEndpoint(db, TEST_SECRETS, 100, { url: 'https://hooks.example/all' });
    const at = '2026-03-02T16:00:00.000Z';
    const now = Date.parse(at);
    const selectId = async (statement: string) => Number((await query(db, statement))[0]?.['id']);
    const firstOfAccount = (table: string) =>
      selectId(`select min(id) as id from ${table} where account_id = 100`);
    const [agent, team, number] = [
      await firstOfAccount('users'),
      await firstOfAccount('teams'),
      await firstOfAccount('numbers'),
    ];
    const tag = await selectId('select min(id) as id from tags');
    const ada = { fname: 'Ada', lname: 'Form', label: 'Ada Form', email: 'ada@example.com' };
    const details = { company: 'Acme', category: 'Solar', crm: 'hubspot', source_id: '501' };
    const belongs = { owner_user_id: agent, team_id: team, tag_id: tag };
    const phone_number = '+14155550881';
    const lead = await addLead(db, { id: 9001, phone_number, ...ada, ...details, ...belongs }, now);
    await addLead(db, { id: 9002, phone_number: '+14155550882' }, now);
    const startedAt = new Date(now);
    await addEndedCall(db, { id: 9104, started_at: startedAt }, { status: 'missed', seconds: 0 }, now);
    const parties = { lead_id: lead, agent_id: agent, team_id: team, number_id: number, phone_number };
    const talk = { id: 9102, started_at: startedAt, talk_started_at: startedAt, seconds: 140, ...parties };
    const called = await addEndedCall(db, talk, { status: 'completed', result: 'contacted' }, now);
    await dispatchDueEvents(db, now);
    await addNote(db, { call_id: called, user_id: agent, content: 'Wants a quote by Friday.' }, now);
    await changeLead(db, lead, { company: 'Acme Ltd' });
    await db.transaction((tx) => setDoNotDisturb(tx, agent, true, now));
    const callback = await insert(db, scheduledCalls, {
      id: 9301,
      account_id: 100,
      lead_id: lead,
      team_id: team,
      due_at: new Date(now + 3_600_000),
      callback_by: agent,
      callback_for: agent,
      reason: 'An agent set a callback',
      requested_at: startedAt,
    });
    for (const type of ['callback_scheduled', 'callback_changed', 'callback_canceled'] as const)
      await recordCallbackEvent(db, type, callback, now);
    await dispatchDueEvents(db, now);
    const sent = (await query(db, `select body from outward_events where body is not null order by id`)).map(
      ({ body }) => JSON.parse(String(body)) as WebhookEvent,
    );
    for (const event of sent) WEBHOOK_EVENTS[event.type].schema.parse(event);
    expect([...new Set(sent.map(({ type }) => type))].sort()).toEqual(Object.keys(WEBHOOK_EVENTS).sort());
    const payloads = sent.map((event) => ({ ...event, created_at: at }));
    await expectSnapshot('webhook-payloads.json', JSON.stringify(payloads, null, 2));
  });
});
