import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isEcho } from '../../intake/crm-echo.ts';
import { insert } from '../../platform/database/database.ts';
import {
  accounts,
  leads,
  recordings,
  tags,
  webhookDeliveries,
  webhookEndpoints,
} from '../../platform/database/schema.ts';
import { createSafeHttp } from '../../platform/telephony/safe-http.ts';
import { find } from '../../testing/app/rows.ts';
import { openActiveCampaign } from '../../testing/crm/test-activecampaign.ts';
import type { CrmUnderTest } from '../../testing/crm/test-crm.ts';
import { CRMS, connected, expectNothingTwice, HOUR, MINUTE, PHONE } from '../../testing/crm/test-crm-sync.ts';
import { openFollowUpBoss } from '../../testing/crm/test-followupboss.ts';
import { openHubSpot } from '../../testing/crm/test-hubspot.ts';
import { openSalesforce } from '../../testing/crm/test-salesforce.ts';
import { withDatabase } from '../../testing/database/database.ts';

const searches = (crm: CrmUnderTest) => crm.asked.filter((one) => /search|query|GET/.test(one)).length;

withDatabase('a CRM', (open) => {
  it.each(CRMS)(
    '%s has one contact for a lead, and the call with all that is known of it',
    async (kind, openCrm) => {
      const { db, sync, crm } = await connected(open, kind, openCrm);
      const outward = sync.start();
      const [tag] = await db.select().from(tags).limit(1);
      const leadId = await sync.lead({ company: 'Acme' });
      await outward.poll();
      expect(crm.contacts()).toMatchObject([
        { number: PHONE, email: 'ada@example.com', fname: 'Ada', lname: 'Form', tags: [] },
      ]);
      const [{ id = '' } = {}] = crm.contacts();
      const callId = await sync.call(leadId);
      await sync.changeLead(leadId, { tag_id: tag?.id ?? 0 });
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

  it.each(CRMS.slice(0, 1))(
    '%s gets nothing twice when a process dies before or after any of its requests',
    (kind, openCrm) => expectNothingTwice(open, kind, openCrm),
  );

  it.each(CRMS)('%s gets nothing twice when its own answers are lost', async (kind, openCrm) => {
    const { sync, crm } = await connected(open, kind, openCrm);
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
    const { sync, crm } = await connected(open, kind, openCrm);
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
    const { sync, crm } = await connected(open, kind, openCrm);
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
      const { db, sync, crm, destination: id } = await connected(open, kind, openCrm);
      const row = async () =>
        (await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)))[0];
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
      const { sync, crm } = await connected(open, kind, openCrm);
      const leadId = await sync.lead();
      await sync.call(leadId);
      // Nobody need wait long for an answer that never comes, and long enough for any other.
      const impatient = createSafeHttp(true, 50);
      let http = impatient;
      const outward = sync.start({ send: (request) => http.send(request) });
      for (const [fault, through] of [
        ['hang', impatient],
        ['slow', impatient],
        ['cut', sync.real],
        ['endless', sync.real],
      ] as const) {
        http = through;
        crm.fault = () => ({ kind: fault });
        await outward.poll();
        expect([fault, (await sync.waiting()).length]).toEqual([fault, 2]);
        sync.pass(5 * MINUTE);
      }
      crm.fault = () => null;
      // Each failure has put off what comes next.
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
      const { sync, crm } = await connected(open, kind, openCrm);
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
      const { sync, crm } = await connected(open, kind, openCrm);
      const id = crm.add({ phone: PHONE });
      const outward = sync.start();
      const leadId = await sync.lead({ label: 'Ada', crm: kind, source_id: id }, kind);
      await outward.poll();
      expect(crm.asked).toEqual([]);
      await sync.changeLead(leadId, { fname: 'Grace' });
      await outward.poll();
      expect(crm.contacts()).toMatchObject([{ id, fname: 'Grace' }]);
      expect([searches(crm), crm.wrong]).toEqual([0, []]);
    },
  );

  it.each(CRMS)('%s keeps a call in one entry, whatever more is told of it', async (kind, openCrm) => {
    const { db, sync, crm } = await connected(open, kind, openCrm);
    const outward = sync.start();
    const callId = await sync.call(await sync.lead());
    await outward.poll();
    // Told again, with another result: as a replay, or later news of the call, does.
    const at = new Date(sync.clock.now());
    await db.execute(sql`update outward_events set body = replace(body, '"result":"contacted"', '"result":"voicemail"')
      where call_id = ${callId}`);
    await db.update(webhookDeliveries).set({ status: 'waiting', due_at: at, since: at, concluded_at: null });
    await outward.poll();
    expect(crm.calls().length).toBe(1);
    expect(crm.calls()[0]?.text).toContain('voicemail');
    const asked = crm.asked.length;
    await db.update(webhookDeliveries).set({ status: 'waiting', due_at: at, since: at, concluded_at: null });
    await outward.poll();
    // Nothing of it is news.
    expect([crm.asked.length, crm.wrong, await sync.waiting()]).toEqual([asked, [], []]);
  });

  it('that refuses something for good gets what comes after it', async () => {
    const { db, sync, crm } = await connected(open, 'hubspot', openHubSpot, { tag_field: 'no_such_field' });
    const outward = sync.start();
    const [tag] = await db.select().from(tags).limit(1);
    await sync.lead({ tag_id: tag?.id ?? 0 });
    await sync.lead({ phone_number: '+14155550882', email: null });
    await outward.poll();
    const rows = await db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id);
    expect(rows).toMatchObject([
      { status: 'failed', attempts: 1, last_error: expect.stringMatching(/^HTTP 400: .*no_such_field/) },
      { status: 'delivered', last_error: null },
    ]);
    expect(crm.contacts().map(({ number }) => number)).toEqual(['+14155550882']);
  });

  it('is given no contacts of its own when it should have none, and recordings only as links that ask for a login', async () => {
    const { db, sync, crm, destination } = await connected(open, 'followupboss', openFollowUpBoss, {
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
    const recording = await insert(db, recordings, { call_id: callId, status: 'complete', path: 'a.wav' });
    await outward.poll();
    expect(crm.calls()[0]?.text).toContain(
      `Recording: https://phone.test/api/v1/recordings/${recording.id}.wav`,
    );
    const rows = await find(db, webhookDeliveries, eq(webhookDeliveries.destination_id, destination));
    expect(rows.map(({ status, last_error }) => [status, last_error])).toEqual([
      ['delivered', null],
      ['delivered', 'The CRM has no such contact.'],
      ['delivered', null],
    ]);
  });

  it('of ActiveCampaign gets no contact without an email, and says why', async () => {
    const { db, sync, crm } = await connected(open, 'activecampaign', openActiveCampaign);
    const outward = sync.start();
    await sync.lead({ email: null });
    await outward.poll();
    const [row] = await db.select().from(webhookDeliveries);
    expect(row).toMatchObject({
      status: 'delivered',
      last_error: expect.stringContaining('without an email'),
    });
    expect([crm.contacts(), crm.wrong]).toEqual([[], []]);
  });

  it('of Salesforce logs in again when its session has ended, and follows a lead that became a contact', async () => {
    const { db, sync, crm, destination } = await connected(open, 'salesforce', openSalesforce);
    const outward = sync.start();
    const leadId = await sync.lead();
    await outward.poll();
    crm.endSessions();
    const converted = crm.convert(crm.contacts()[0]?.id ?? '');
    await sync.call(leadId);
    await sync.changeLead(leadId, { fname: 'Grace' });
    await outward.poll();
    expect(crm.calls().map(({ contactId }) => contactId)).toEqual([expect.any(String)]);
    expect(crm.contacts().find(({ id }) => id === converted)).toMatchObject({ fname: 'Grace' });
    const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, destination));
    expect([row?.trouble, crm.wrong, await sync.waiting()]).toEqual([null, [], []]);
  });

  it('takes its own contact that comes back as a new lead for what it is, once', async () => {
    const { db, sync, crm } = await connected(open, 'hubspot', openHubSpot);
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
    const { db, sync, crm } = await connected(open, 'hubspot', openHubSpot);
    const processes = [sync.start(), sync.start(), sync.start()];
    const leadId = await sync.lead({ email: null });
    for (const fname of ['Grace', 'Mary', 'Edith']) await sync.changeLead(leadId, { fname });
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
