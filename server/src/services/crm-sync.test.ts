import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openActiveCampaign } from '../adapters/crm/test-activecampaign.ts';
import type { CrmUnderTest } from '../adapters/crm/test-crm.ts';
import { openFollowUpBoss } from '../adapters/crm/test-followupboss.ts';
import { openHubSpot } from '../adapters/crm/test-hubspot.ts';
import { openSalesforce } from '../adapters/crm/test-salesforce.ts';
import { createOutwardHttp, type OutwardHttp } from '../adapters/outward-http.ts';
import type { Crm } from '../core/crm/contact.ts';
import type { Database } from '../store/database.ts';
import {
  accounts,
  calls,
  leads,
  notes,
  outwardDeliveries,
  outwardDestinations,
  recordings,
  tags,
  users,
} from '../store/schema.ts';
import { withDatabase } from '../store/test-database.ts';
import { comesFrom, isEcho } from './crm-source.ts';
import { addCrm } from './destinations.ts';
import { startOutward } from './outward.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PHONE = '+14155550881';

type OpenCrm = (now: () => number) => Promise<CrmUnderTest>;
const CRMS: readonly [Crm, OpenCrm][] = [
  ['hubspot', openHubSpot],
  ['salesforce', openSalesforce],
  ['activecampaign', openActiveCampaign],
  ['followupboss', openFollowUpBoss],
];

function openSync(db: Database, timeoutMs = 10_000) {
  let now = Date.now();
  const clock = { now: () => now };
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const real = createOutwardHttp(true, timeoutMs);
  const start = (http: OutwardHttp = real) => {
    const outward = startOutward({ db, clock, log, http, publicUrl: 'https://phone.test' });
    onTestFinished(() => outward.stop());
    return outward;
  };
  return {
    real,
    start,
    clock,
    /** Lets time go by. */
    pass: (ms: number) => {
      now += ms;
    },
    crm: (kind: Crm, { url, token, settings }: CrmUnderTest, more: object = {}) =>
      addCrm(db, 100, { kind, url, token, settings: { ...settings, ...more } }),
    lead: async (fields: Partial<typeof leads.$inferInsert> = {}) => {
      const at = new Date(now);
      const [made] = await db
        .insert(leads)
        .values({
          account_id: 100,
          phone_number: PHONE,
          fname: 'Ada',
          lname: 'Form',
          label: 'Ada Form',
          email: 'ada@example.com',
          created_at: at,
          updated_at: at,
          ...fields,
        })
        .returning();
      return made?.id ?? 0;
    },
    /** A call of 90 seconds that the demo's agent had, with its result and a note. */
    call: async (leadId: number, fields: Partial<typeof calls.$inferInsert> = {}) => {
      const [agent] = await db.select().from(users).where(eq(users.email, 'agent@demo.test'));
      const agent_id = agent?.id ?? 0;
      const row = { account_id: 100, type: 'lead', direction: 'outbound', status: 'ringing' } as const;
      const [made] = await db
        .insert(calls)
        .values({ ...row, lead_id: leadId, phone_number: PHONE, agent_id, seconds: 90, ...fields })
        .returning();
      const id = made?.id ?? 0;
      await db
        .insert(notes)
        .values({ call_id: id, user_id: agent_id, content: 'Wants <b>an offer</b> & soon' });
      await db
        .update(calls)
        .set({ status: 'completed', result: fields.result ?? 'contacted', ended_at: new Date(now) })
        .where(eq(calls.id, id));
      return id;
    },
    waiting: () => db.select().from(outwardDeliveries).where(eq(outwardDeliveries.status, 'waiting')),
  };
}

const searches = (crm: CrmUnderTest) => crm.asked.filter((one) => /search|query|GET/.test(one)).length;

withDatabase('a CRM', (open) => {
  it.each(CRMS)(
    '%s has one contact for a lead, and the call with all that is known of it',
    async (kind, openCrm) => {
      const { db } = await open({ demo: true });
      const sync = openSync(db);
      const crm = await openCrm(sync.clock.now);
      await sync.crm(kind, crm);
      const outward = sync.start();
      const [tag] = await db.select().from(tags).limit(1);
      const leadId = await sync.lead({ company: 'Acme' });
      await outward.poll();
      expect(crm.contacts()).toMatchObject([
        { number: PHONE, email: 'ada@example.com', fname: 'Ada', lname: 'Form', tags: [] },
      ]);
      const [{ id = '' } = {}] = crm.contacts();
      const callId = await sync.call(leadId);
      await db
        .update(leads)
        .set({ tag_id: tag?.id ?? 0, updated_at: new Date(sync.clock.now()) })
        .where(eq(leads.id, leadId));
      await outward.poll();
      expect(crm.contacts()).toMatchObject([{ id, tags: [tag?.key] }]);
      const [call] = crm.calls();
      expect([crm.calls().length, call?.contactId]).toEqual([1, id]);
      expect(call?.seconds ?? 90).toBe(90);
      for (const part of ['contacted', 'Agent: Ann Reyes', 'offer', `[offhook-call-${callId}]`])
        expect(call?.text).toContain(part);
      // Only where it is read as HTML.
      expect(call?.text.includes('<b>')).toBe(kind !== 'hubspot');
      expect(call?.text).not.toContain('Recording');
      // The card leads there from now on, and that is no news for the CRM.
      const [lead] = await db.select().from(leads).where(eq(leads.id, leadId));
      expect(lead).toMatchObject({ crm: kind, source_id: id });
      const asked = crm.asked.length;
      await outward.poll();
      expect([crm.asked.length, crm.wrong, await sync.waiting()]).toEqual([asked, [], []]);
    },
  );

  it.each(CRMS)(
    '%s gets nothing twice when a process dies before or after any of its requests',
    async (kind, openCrm) => {
      const { db } = await open({ demo: true });
      const sync = openSync(db);
      const crm = await openCrm(sync.clock.now);
      await sync.crm(kind, crm);
      let number = 1000;
      for (const isAfter of [false, true]) {
        for (let fatal = 1; ; fatal += 1) {
          let sent = 0;
          // What is not answered is as if nobody were there to hear it.
          const dying: OutwardHttp = {
            async send(request) {
              sent += 1;
              if (sent > fatal || (sent === fatal && !isAfter)) throw new Error('dead');
              const answer = await sync.real.send(request);
              if (sent === fatal) throw new Error('dead');
              return answer;
            },
          };
          number += 1;
          const phone_number = `+1415555${number}`;
          const first = sync.start(dying);
          await sync.call(await sync.lead({ phone_number, email: `${number}@example.com` }), {
            phone_number,
          });
          await first.poll();
          await first.stop();
          const second = sync.start();
          for (let step = 0; step < 8 && (step === 0 || (await sync.waiting()).length > 0); step += 1) {
            await second.poll();
            sync.pass(2 * MINUTE);
          }
          await second.stop();
          const contacts = crm.contacts().filter((one) => one.number === phone_number);
          const entries = crm.calls().filter(({ contactId }) => contactId === contacts[0]?.id);
          expect([fatal, isAfter, contacts.length, entries.length]).toEqual([fatal, isAfter, 1, 1]);
          expect([crm.wrong, await sync.waiting()]).toEqual([[], []]);
          if (sent < fatal) break;
        }
      }
    },
    120_000,
  );

  it.each(CRMS)('%s gets nothing twice when its own answers are lost', async (kind, openCrm) => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openCrm(sync.clock.now);
    await sync.crm(kind, crm);
    // Everything that is written is done, and its first answer cut off.
    const lost = new Set<string>();
    crm.fault = (asked) => {
      if (/search|batch|query|GET|token/.test(asked) || lost.has(asked)) return null;
      lost.add(asked);
      return { kind: 'doneButCut' };
    };
    const outward = sync.start();
    const leadId = await sync.lead();
    await sync.call(leadId);
    for (let step = 0; step < 12; step += 1) {
      await outward.poll();
      sync.pass(2 * MINUTE);
    }
    expect(lost.size).toBeGreaterThanOrEqual(2);
    expect([crm.contacts().length, crm.calls().length, crm.wrong]).toEqual([1, 1, []]);
    expect(await sync.waiting()).toEqual([]);
  });

  it.each(CRMS)('%s loses nothing while it answers 500 for an hour', async (kind, openCrm) => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openCrm(sync.clock.now);
    await sync.crm(kind, crm);
    crm.fault = () => ({ kind: 'status', status: 500 });
    const outward = sync.start();
    for (let step = 0; step < 3; step += 1) {
      const leadId = await sync.lead({
        phone_number: `+1415555${1000 + step}`,
        email: `lead${step}@example.com`,
      });
      await sync.call(leadId, { phone_number: `+1415555${1000 + step}` });
      await outward.poll();
      sync.pass(20 * MINUTE);
    }
    expect([crm.contacts().length, (await sync.waiting()).length]).toEqual([0, 6]);
    crm.fault = () => null;
    for (let step = 0; step < 3; step += 1) {
      sync.pass(HOUR);
      await outward.poll();
    }
    expect([crm.contacts().length, crm.calls().length, crm.wrong]).toEqual([3, 3, []]);
    expect(await sync.waiting()).toEqual([]);
  });

  it.each(CRMS)('%s says how long it wants to be left alone, and is', async (kind, openCrm) => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openCrm(sync.clock.now);
    await sync.crm(kind, crm);
    crm.fault = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '600' } });
    const outward = sync.start();
    await sync.lead();
    await outward.poll();
    const asked = crm.asked.length;
    await sync.lead({ phone_number: '+14155550882', email: 'b@example.com' });
    sync.pass(10 * MINUTE - 1);
    await outward.poll();
    expect(crm.asked.length).toBe(asked);
    crm.fault = () => null;
    sync.pass(MINUTE);
    await outward.poll();
    expect([crm.contacts().length, crm.wrong, await sync.waiting()]).toEqual([2, [], []]);
  });

  it.each(CRMS)(
    '%s that lets nobody in says so at its destination, and gets everything once it does',
    async (kind, openCrm) => {
      const { db } = await open({ demo: true });
      const sync = openSync(db);
      const crm = await openCrm(sync.clock.now);
      const { id } = await sync.crm(kind, crm);
      const row = async () =>
        (await db.select().from(outwardDestinations).where(eq(outwardDestinations.id, id)))[0];
      const outward = sync.start();
      await sync.lead();
      await outward.poll();
      crm.setLocked(true);
      const leadId = await sync.lead({ phone_number: '+14155550882', email: 'b@example.com' });
      await outward.poll();
      expect((await row())?.trouble).toMatch(/^HTTP 40[013]: /);
      expect(JSON.stringify(await row())).toContain(crm.token);
      expect((await row())?.trouble).not.toContain(crm.token);
      await sync.call(leadId);
      crm.setLocked(false);
      sync.pass(2 * MINUTE);
      await outward.poll();
      expect([crm.contacts().length, crm.calls().length, crm.wrong]).toEqual([2, 1, []]);
      expect(await row()).toMatchObject({ trouble: null, paused_until: null });
    },
  );

  it.each(CRMS)(
    '%s is asked again when it hangs, breaks off, begins an answer and does not end it, or never stops',
    async (kind, openCrm) => {
      const { db } = await open({ demo: true });
      const sync = openSync(db, 2_000);
      const crm = await openCrm(sync.clock.now);
      await sync.crm(kind, crm);
      const outward = sync.start();
      const leadId = await sync.lead();
      await sync.call(leadId);
      for (const fault of ['hang', 'slow', 'cut', 'endless'] as const) {
        crm.fault = () => ({ kind: fault });
        await outward.poll();
        expect([fault, (await sync.waiting()).length]).toEqual([fault, 2]);
        sync.pass(5 * MINUTE);
      }
      crm.fault = () => null;
      // A machine may be too busy for a try of two seconds; not for all of eight.
      for (let step = 0; step < 8; step += 1) {
        await outward.poll();
        sync.pass(HOUR);
      }
      expect([crm.contacts().length, crm.calls().length, crm.wrong]).toEqual([1, 1, []]);
    },
  );

  it.each(CRMS)(
    '%s keeps the contact that it has, however its number is written, and gets no other',
    async (kind, openCrm) => {
      const { db } = await open({ demo: true });
      const sync = openSync(db);
      const crm = await openCrm(sync.clock.now);
      await sync.crm(kind, crm);
      const others = crm.add({ phone: '+44 20 7946 0881', email: 'other@example.com' });
      const id = crm.add({ phone: '(415) 555-0881', email: 'somebody@example.com' });
      const outward = sync.start();
      const leadId = await sync.lead({ email: null });
      await sync.call(leadId);
      await outward.poll();
      expect(crm.contacts().map((one) => one.id)).toEqual([others, id]);
      expect(crm.contacts()[1]).toMatchObject({ fname: 'Ada', number: '(415) 555-0881' });
      expect(crm.calls().map(({ contactId }) => contactId)).toEqual([id]);
      // Deleted by somebody: it is looked for, and made again where it can be.
      crm.remove(id);
      await sync.call(leadId);
      for (let step = 0; step < 3; step += 1) {
        await outward.poll();
        sync.pass(2 * MINUTE);
      }
      const made = crm.contacts().filter((one) => one.id !== others);
      expect(made.length).toBe(kind === 'activecampaign' ? 0 : 1);
      expect(crm.calls().filter(({ contactId }) => contactId === made[0]?.id).length).toBe(made.length);
      expect([crm.wrong, await sync.waiting()]).toEqual([[], []]);
    },
  );

  it.each(CRMS)(
    '%s is not told what it has said itself, and is told the rest without a search',
    async (kind, openCrm) => {
      const { db } = await open({ demo: true });
      const sync = openSync(db);
      const crm = await openCrm(sync.clock.now);
      await sync.crm(kind, crm);
      const id = crm.add({ phone: PHONE });
      const outward = sync.start();
      const leadId = await db.transaction(async (tx) => {
        await comesFrom(tx, kind);
        const at = new Date(sync.clock.now());
        const [made] = await tx
          .insert(leads)
          .values({
            account_id: 100,
            phone_number: PHONE,
            label: 'Ada',
            crm: kind,
            source_id: id,
            created_at: at,
            updated_at: at,
          })
          .returning();
        return made?.id ?? 0;
      });
      await outward.poll();
      expect(crm.asked).toEqual([]);
      await db
        .update(leads)
        .set({ fname: 'Grace', updated_at: new Date(sync.clock.now()) })
        .where(eq(leads.id, leadId));
      await outward.poll();
      expect(crm.contacts()).toMatchObject([{ id, fname: 'Grace' }]);
      expect([searches(crm), crm.wrong]).toEqual([0, []]);
    },
  );

  it.each(CRMS)('%s keeps a call in one entry, whatever more is told of it', async (kind, openCrm) => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openCrm(sync.clock.now);
    await sync.crm(kind, crm);
    const outward = sync.start();
    const callId = await sync.call(await sync.lead());
    await outward.poll();
    // Told again, with another result: as a replay, or later news of the call, does.
    const at = new Date(sync.clock.now());
    await db.execute(sql`update outward_events set body = replace(body, '"result":"contacted"', '"result":"voicemail"')
      where call_id = ${callId}`);
    await db.update(outwardDeliveries).set({ status: 'waiting', due_at: at, since: at, concluded_at: null });
    await outward.poll();
    expect(crm.calls().length).toBe(1);
    expect(crm.calls()[0]?.text).toContain('voicemail');
    const asked = crm.asked.length;
    await db.update(outwardDeliveries).set({ status: 'waiting', due_at: at, since: at, concluded_at: null });
    await outward.poll();
    // Nothing of it is news.
    expect([crm.asked.length, crm.wrong, await sync.waiting()]).toEqual([asked, [], []]);
  });

  it('that refuses something for good gets what comes after it', async () => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openHubSpot(sync.clock.now);
    await sync.crm('hubspot', crm, { tag_field: 'no_such_field' });
    const outward = sync.start();
    const [tag] = await db.select().from(tags).limit(1);
    await sync.lead({ tag_id: tag?.id ?? 0 });
    await sync.lead({ phone_number: '+14155550882', email: null });
    await outward.poll();
    const rows = await db.select().from(outwardDeliveries).orderBy(outwardDeliveries.id);
    expect(rows).toMatchObject([
      { status: 'failed', attempts: 1, last_error: expect.stringMatching(/^HTTP 400: .*no_such_field/) },
      { status: 'delivered', last_error: null },
    ]);
    expect(crm.contacts().map(({ number }) => number)).toEqual(['+14155550882']);
  });

  it('is given no contacts of its own when it should have none, and recordings only as links that ask for a login', async () => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openFollowUpBoss();
    const { id: destination } = await sync.crm('followupboss', crm, {
      makes_contacts: false,
      links_recordings: true,
    });
    const outward = sync.start();
    const known = crm.add({ phone: '4155550881' });
    const leadId = await sync.lead();
    await sync.lead({ phone_number: '+14155550882', email: 'b@example.com' });
    await outward.poll();
    expect(crm.contacts().map(({ id }) => id)).toEqual([known]);
    const callId = await sync.call(leadId);
    const [recording] = await db
      .insert(recordings)
      .values({ call_id: callId, status: 'complete', path: 'a.wav' })
      .returning();
    await outward.poll();
    expect(crm.calls()[0]?.text).toContain(
      `Recording: https://phone.test/api/v1/recordings/${recording?.id}.wav`,
    );
    const rows = await db
      .select()
      .from(outwardDeliveries)
      .where(eq(outwardDeliveries.destination_id, destination))
      .orderBy(outwardDeliveries.id);
    expect(rows.map(({ status, last_error }) => [status, last_error])).toEqual([
      ['delivered', null],
      ['delivered', 'The CRM has no such contact.'],
      ['delivered', null],
    ]);
  });

  it('of ActiveCampaign gets no contact without an email, and says why', async () => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openActiveCampaign();
    await sync.crm('activecampaign', crm);
    const outward = sync.start();
    await sync.lead({ email: null });
    await outward.poll();
    const [row] = await db.select().from(outwardDeliveries);
    expect(row).toMatchObject({
      status: 'delivered',
      last_error: expect.stringContaining('without an email'),
    });
    expect([crm.contacts(), crm.wrong]).toEqual([[], []]);
  });

  it('of Salesforce logs in again when its session has ended, and follows a lead that became a contact', async () => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openSalesforce();
    const { id: destination } = await sync.crm('salesforce', crm);
    const outward = sync.start();
    const leadId = await sync.lead();
    await outward.poll();
    crm.endSessions();
    const converted = crm.convert(crm.contacts()[0]?.id ?? '');
    await sync.call(leadId);
    await db
      .update(leads)
      .set({ fname: 'Grace', updated_at: new Date(sync.clock.now()) })
      .where(eq(leads.id, leadId));
    await outward.poll();
    expect(crm.calls().map(({ contactId }) => contactId)).toEqual([expect.any(String)]);
    expect(crm.contacts().find(({ id }) => id === converted)).toMatchObject({ fname: 'Grace' });
    const [row] = await db.select().from(outwardDestinations).where(eq(outwardDestinations.id, destination));
    expect([row?.trouble, crm.wrong, await sync.waiting()]).toEqual([null, [], []]);
  });

  it('takes its own contact that comes back as a new lead for what it is, once', async () => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openHubSpot(sync.clock.now);
    await sync.crm('hubspot', crm);
    const outward = sync.start();
    const leadId = await sync.lead();
    await outward.poll();
    const id = crm.contacts()[0]?.id ?? '';
    const echo = (contactId: string) => isEcho(db, 'hubspot', leadId, contactId, sync.clock.now());
    expect([await echo('999'), await echo(id), await echo(id)]).toEqual([false, true, false]);
  });
});

withDatabase('several processes with one CRM', (open) => {
  it('tell it one thing after the other of a lead, and each thing once', async () => {
    const { db } = await open({ demo: true });
    const sync = openSync(db);
    const crm = await openHubSpot(sync.clock.now);
    await sync.crm('hubspot', crm);
    const processes = [sync.start(), sync.start(), sync.start()];
    const leadId = await sync.lead({ email: null });
    for (const fname of ['Grace', 'Mary', 'Edith'])
      await db
        .update(leads)
        .set({ fname, updated_at: new Date(sync.clock.now()) })
        .where(eq(leads.id, leadId));
    await sync.call(leadId);
    const [account] = await db.select().from(accounts).where(eq(accounts.id, 100));
    expect(account?.country_code).toBe('US');
    await expect
      .poll(
        async () => {
          await Promise.all(processes.map((one) => one.poll()));
          // Who was too slow is asked again.
          sync.pass(MINUTE);
          return (await sync.waiting()).length;
        },
        { timeout: 30_000 },
      )
      .toBe(0);
    expect(crm.contacts()).toMatchObject([{ fname: 'Edith' }]);
    expect([crm.calls().length, crm.wrong]).toEqual([1, []]);
  });
});
