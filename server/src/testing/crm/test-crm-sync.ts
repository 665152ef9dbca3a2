import { eq } from 'drizzle-orm';
import pino from 'pino';
import { expect, onTestFinished } from 'vitest';
import { addCrm } from '../../integrations/webhooks/endpoints.ts';
import { startWebhookDeliveries } from '../../integrations/webhooks/webhook-deliveries.ts';
import type { Crm } from '../../leads/core/crm-names.ts';
import type { Database } from '../../platform/database/database.ts';
import type { calls, leads } from '../../platform/database/schema.ts';
import { webhookDeliveries } from '../../platform/database/schema.ts';
import { createSafeHttp, type SafeHttp } from '../../platform/telephony/safe-http.ts';
import { userOf } from '../app/rows.ts';
import { TEST_SECRETS } from '../app/secrets.ts';
import type { OpenTestDatabase } from '../database/database.ts';
import { addEndedCall, addLead, addNote, changeLead } from '../database/event-rows.ts';
import { openActiveCampaign } from './test-activecampaign.ts';
import type { CrmUnderTest } from './test-crm.ts';
import { openFollowUpBoss } from './test-followupboss.ts';
import { openHubSpot } from './test-hubspot.ts';
import { openSalesforce } from './test-salesforce.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const PHONE = '+14155550881';

type OpenCrm = (now: () => number) => Promise<CrmUnderTest>;
export const CRMS: readonly [Crm, OpenCrm][] = [
  ['hubspot', openHubSpot],
  ['salesforce', openSalesforce],
  ['activecampaign', openActiveCampaign],
  ['followupboss', openFollowUpBoss],
];

function openSync(db: Database) {
  let now = Date.now();
  const clock = { now: () => now };
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const realHttp = createSafeHttp(true);
  const start = (http: SafeHttp = realHttp) => {
    const dispatcher = startWebhookDeliveries({
      ...{ db, clock, log, http, secrets: TEST_SECRETS },
      publicUrl: 'https://phone.test',
    });
    onTestFinished(() => dispatcher.stop());
    return dispatcher;
  };
  return {
    realHttp,
    start,
    clock,
    advance: (ms: number) => {
      now += ms;
    },
    addCrm: (kind: Crm, { url, token, settings }: CrmUnderTest, more: object = {}) =>
      addCrm(db, TEST_SECRETS, 100, { kind, url, token, settings: { ...settings, ...more } }),
    addLead: (fields: Partial<typeof leads.$inferInsert> = {}, source: Crm | null = null) => {
      const ada = { fname: 'Ada', lname: 'Form', label: 'Ada Form', email: 'ada@example.com' };
      return addLead(db, { phone_number: PHONE, ...ada, ...fields }, now, source);
    },
    changeLead: (id: number, set: Partial<typeof leads.$inferInsert>) =>
      changeLead(db, id, { ...set, updated_at: new Date(now) }),
    /** A 90 s call of the demo's agent, with a result and a note. */
    addCall: async (leadId: number, fields: Partial<typeof calls.$inferInsert> = {}) => {
      const { id: agent_id } = await userOf(db, 'agent@demo.test');
      const call = { lead_id: leadId, phone_number: PHONE, agent_id, seconds: 90, ...fields };
      const ends = { status: 'completed', result: fields.result ?? 'contacted' } as const;
      const id = await addEndedCall(db, call, ends, now);
      await addNote(db, { call_id: id, user_id: agent_id, content: 'Wants <b>an offer</b> & soon' }, now);
      return id;
    },
    waitingDeliveries: () =>
      db.select().from(webhookDeliveries).where(eq(webhookDeliveries.status, 'waiting')),
  };
}

export async function connectCrm<Opened extends CrmUnderTest>(
  open: OpenTestDatabase,
  kind: Crm,
  openCrm: (now: () => number) => Promise<Opened>,
  more: object = {},
) {
  const { db } = await open({ demo: true });
  const sync = openSync(db);
  const crm = await openCrm(sync.clock.now);
  const { id: destination } = await sync.addCrm(kind, crm, more);
  return { db, sync, crm, destination };
}

/** Kills a process at each of its requests in turn and lets another one continue. */
export async function expectNoDuplicates(open: OpenTestDatabase, kind: Crm, openCrm: OpenCrm): Promise<void> {
  const { sync, crm } = await connectCrm(open, kind, openCrm);
  let number = 1000;
  for (const isAfter of [false, true]) {
    for (let fatal = 1; ; fatal += 1) {
      let sent = 0;
      const killedHttp: SafeHttp = {
        async send(request) {
          sent += 1;
          if (sent > fatal || (sent === fatal && !isAfter)) throw new Error('dead');
          const response = await sync.realHttp.send(request);
          if (sent === fatal) throw new Error('dead');
          return response;
        },
      };
      number += 1;
      const phone_number = `+1415555${number}`;
      const first = sync.start(killedHttp);
      await sync.addCall(await sync.addLead({ phone_number, email: `${number}@example.com` }), {
        phone_number,
      });
      await first.poll();
      await first.stop();
      const second = sync.start();
      for (let step = 0; step < 8 && (step === 0 || (await sync.waitingDeliveries()).length > 0); step += 1) {
        await second.poll();
        sync.advance(2 * MINUTE);
      }
      await second.stop();
      const contacts = crm.contacts().filter((one) => one.number === phone_number);
      const entries = crm.calls().filter(({ contactId }) => contactId === contacts[0]?.id);
      expect([fatal, isAfter, contacts.length, entries.length]).toEqual([fatal, isAfter, 1, 1]);
      expect([crm.violations, await sync.waitingDeliveries()]).toEqual([[], []]);
      if (sent < fatal) break;
    }
  }
}
