import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isEcho } from '../../intake/crm/crm-echo.ts';
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
import { TEST_SECRETS } from '../../testing/app/secrets.ts';
import { openActiveCampaign } from '../../testing/crm/test-activecampaign.ts';
import type { CrmUnderTest } from '../../testing/crm/test-crm.ts';
import {
  CRMS,
  connectCrm,
  expectNoDuplicates,
  HOUR,
  MINUTE,
  PHONE,
} from '../../testing/crm/test-crm-sync.ts';
import { openFollowUpBoss } from '../../testing/crm/test-followupboss.ts';
import { openHubSpot } from '../../testing/crm/test-hubspot.ts';
import { openSalesforce } from '../../testing/crm/test-salesforce.ts';
import { withDatabase } from '../../testing/database/database.ts';

const searches = (crm: CrmUnderTest) => crm.requestLog.filter((one) => /search|query|GET/.test(one)).length;

withDatabase('CRM sync', (open) => {
  it.each(CRMS)('%s gets one contact per lead, and the call with all its details', async (kind, openCrm) => {
    const { db, sync, crm } = await connectCrm(open, kind, openCrm);
    const deliveries = sync.start();
    const [tag] = await db.select().from(tags).limit(1);
    const leadId = await sync.addLead({ company: 'Acme' });
    await deliveries.poll();
    expect(crm.contacts()).toMatchObject([
      { number: PHONE, email: 'ada@example.com', fname: 'Ada', lname: 'Form', tags: [] },
    ]);
    const [{ id = '' } = {}] = crm.contacts();
    const callId = await sync.addCall(leadId);
    await sync.changeLead(leadId, { tag_id: tag?.id ?? 0 });
    await deliveries.poll();
    expect(crm.contacts()).toMatchObject([{ id, tags: [tag?.key] }]);
    const [call] = crm.calls();
    expect([crm.calls().length, call?.contactId]).toEqual([1, id]);
    expect(call?.seconds ?? 90).toBe(90);
    for (const part of ['contacted', 'Agent: Ann Reyes', 'offer', `[offhook-call-${callId}]`])
      expect(call?.text).toContain(part);
    // Only HubSpot renders HTML.
    expect(call?.text.includes('<b>')).toBe(kind !== 'hubspot');
    expect(call?.text).not.toContain('Recording');
    const [lead] = await db.select().from(leads).where(eq(leads.id, leadId));
    expect(lead).toMatchObject({ crm: kind, source_id: id });
    const requestCount = crm.requestLog.length;
    await deliveries.poll();
    expect([crm.requestLog.length, crm.violations, await sync.waitingDeliveries()]).toEqual([
      requestCount,
      [],
      [],
    ]);
  });

  it.each(CRMS.slice(0, 1))(
    '%s gets no duplicates when a process dies before or after any request',
    (kind, openCrm) => expectNoDuplicates(open, kind, openCrm),
  );

  it.each(CRMS)('%s gets no duplicates when its responses are lost', async (kind, openCrm) => {
    const { sync, crm } = await connectCrm(open, kind, openCrm);
    // Each write succeeds, but its first response is cut off.
    const lost = new Set<string>();
    crm.fault = (request) => {
      if (/search|batch|query|GET|token/.test(request) || lost.has(request)) return null;
      lost.add(request);
      return { kind: 'cutAfterProcessing' };
    };
    const deliveries = sync.start();
    const leadId = await sync.addLead();
    await sync.addCall(leadId);
    for (let step = 0; step < 12; step += 1) {
      await deliveries.poll();
      sync.advance(2 * MINUTE);
    }
    expect(lost.size).toBeGreaterThanOrEqual(2);
    expect([crm.contacts().length, crm.calls().length, crm.violations]).toEqual([1, 1, []]);
    expect(await sync.waitingDeliveries()).toEqual([]);
  });

  it.each(CRMS)('%s loses no events while it returns 500 for an hour', async (kind, openCrm) => {
    const { sync, crm } = await connectCrm(open, kind, openCrm);
    crm.fault = () => ({ kind: 'status', status: 500 });
    const deliveries = sync.start();
    for (let step = 0; step < 3; step += 1) {
      const leadId = await sync.addLead({
        phone_number: `+1415555${1000 + step}`,
        email: `lead${step}@example.com`,
      });
      await sync.addCall(leadId, { phone_number: `+1415555${1000 + step}` });
      await deliveries.poll();
      sync.advance(20 * MINUTE);
    }
    expect(crm.contacts()).toEqual([]);
    // Six, plus one for each lead whose event was dispatched before its call changed the lead.
    expect((await sync.waitingDeliveries()).length).toBeGreaterThanOrEqual(6);
    crm.fault = () => null;
    for (let step = 0; step < 3; step += 1) {
      sync.advance(HOUR);
      await deliveries.poll();
    }
    expect([crm.contacts().length, crm.calls().length, crm.violations]).toEqual([3, 3, []]);
    expect(await sync.waitingDeliveries()).toEqual([]);
  });

  it.each(CRMS)('a Retry-After from %s is honored', async (kind, openCrm) => {
    const { sync, crm } = await connectCrm(open, kind, openCrm);
    crm.fault = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '600' } });
    const deliveries = sync.start();
    await sync.addLead();
    await deliveries.poll();
    const requestCount = crm.requestLog.length;
    await sync.addLead({ phone_number: '+14155550882', email: 'b@example.com' });
    sync.advance(10 * MINUTE - 1);
    await deliveries.poll();
    expect(crm.requestLog.length).toBe(requestCount);
    crm.fault = () => null;
    sync.advance(MINUTE);
    await deliveries.poll();
    expect([crm.contacts().length, crm.violations, await sync.waitingDeliveries()]).toEqual([2, [], []]);
  });

  it.each(CRMS)(
    'an authorization problem with %s is shown on its endpoint, and nothing is lost',
    async (kind, openCrm) => {
      const { db, sync, crm, destination: id } = await connectCrm(open, kind, openCrm);
      const row = async () =>
        (await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)))[0];
      const deliveries = sync.start();
      expect((await row())?.trouble_at).toBeNull();
      await sync.addLead();
      await deliveries.poll();
      expect(await row()).toMatchObject({ trouble: null, trouble_at: expect.any(Date) });
      crm.setLocked(true);
      const leadId = await sync.addLead({ phone_number: '+14155550882', email: 'b@example.com' });
      await deliveries.poll();
      expect((await row())?.trouble).toMatch(/^HTTP 40[013]: /);
      expect(TEST_SECRETS.open('destinations', id, (await row())?.secret ?? '')).toBe(crm.token);
      expect((await row())?.trouble).not.toContain(crm.token);
      await sync.addCall(leadId);
      crm.setLocked(false);
      sync.advance(2 * MINUTE);
      await deliveries.poll();
      expect([crm.contacts().length, crm.calls().length, crm.violations]).toEqual([2, 1, []]);
      expect(await row()).toMatchObject({ trouble: null, paused_until: null });
    },
  );

  it.each(CRMS)(
    'a request to %s is retried when the response hangs, is cut off, or never ends',
    async (kind, openCrm) => {
      const { sync, crm } = await connectCrm(open, kind, openCrm);
      const leadId = await sync.addLead();
      await sync.addCall(leadId);
      // A short timeout only for responses that never come keeps the test fast and stable.
      const withShortTimeout = createSafeHttp(true, 50);
      let http = withShortTimeout;
      const deliveries = sync.start({ send: (request) => http.send(request) });
      for (const [fault, through] of [
        ['hang', withShortTimeout],
        ['slow', withShortTimeout],
        ['cut', sync.realHttp],
        ['endless', sync.realHttp],
      ] as const) {
        http = through;
        crm.fault = () => ({ kind: fault });
        await deliveries.poll();
        expect([fault, (await sync.waitingDeliveries()).length]).toEqual([fault, 2]);
        sync.advance(5 * MINUTE);
      }
      crm.fault = () => null;
      for (let step = 0; step < 8; step += 1) {
        await deliveries.poll();
        sync.advance(HOUR);
      }
      expect([crm.contacts().length, crm.calls().length, crm.violations]).toEqual([1, 1, []]);
    },
  );

  it.each(CRMS)('an existing contact in %s is matched by number in any format', async (kind, openCrm) => {
    const { sync, crm } = await connectCrm(open, kind, openCrm);
    const others = crm.add({ phone: '+44 20 7946 0881', email: 'other@example.com' });
    const id = crm.add({ phone: '(415) 555-0881', email: 'somebody@example.com' });
    const deliveries = sync.start();
    const leadId = await sync.addLead({ email: null });
    await sync.addCall(leadId);
    await deliveries.poll();
    expect(crm.contacts().map((one) => one.id)).toEqual([others, id]);
    expect(crm.contacts()[1]).toMatchObject({ fname: 'Ada', number: '(415) 555-0881' });
    expect(crm.calls().map(({ contactId }) => contactId)).toEqual([id]);
    crm.remove(id);
    await sync.addCall(leadId);
    for (let step = 0; step < 3; step += 1) {
      await deliveries.poll();
      sync.advance(2 * MINUTE);
    }
    const created = crm.contacts().filter((one) => one.id !== others);
    expect(created.length).toBe(kind === 'activecampaign' ? 0 : 1);
    expect(crm.calls().filter(({ contactId }) => contactId === created[0]?.id).length).toBe(created.length);
    expect([crm.violations, await sync.waitingDeliveries()]).toEqual([[], []]);
  });

  it.each(CRMS)(
    '%s is not notified of its own change, and gets other changes without a search',
    async (kind, openCrm) => {
      const { sync, crm } = await connectCrm(open, kind, openCrm);
      const id = crm.add({ phone: PHONE });
      const deliveries = sync.start();
      const leadId = await sync.addLead({ label: 'Ada', crm: kind, source_id: id }, kind);
      await deliveries.poll();
      expect(crm.requestLog).toEqual([]);
      await sync.changeLead(leadId, { fname: 'Grace' });
      await deliveries.poll();
      expect(crm.contacts()).toMatchObject([{ id, fname: 'Grace' }]);
      expect([searches(crm), crm.violations]).toEqual([0, []]);
    },
  );

  it.each(CRMS)('%s keeps one entry per call when the call is updated later', async (kind, openCrm) => {
    const { db, sync, crm } = await connectCrm(open, kind, openCrm);
    const deliveries = sync.start();
    const callId = await sync.addCall(await sync.addLead());
    await deliveries.poll();
    // Sends the call again with a different result, as a replay or a later update would.
    const at = new Date(sync.clock.now());
    await db.execute(sql`update outward_events set body = replace(body, '"result":"contacted"', '"result":"voicemail"')
      where call_id = ${callId}`);
    await db.update(webhookDeliveries).set({ status: 'waiting', due_at: at, since: at, concluded_at: null });
    await deliveries.poll();
    expect(crm.calls().length).toBe(1);
    expect(crm.calls()[0]?.text).toContain('voicemail');
    const requestCount = crm.requestLog.length;
    await db.update(webhookDeliveries).set({ status: 'waiting', due_at: at, since: at, concluded_at: null });
    await deliveries.poll();
    expect([crm.requestLog.length, crm.violations, await sync.waitingDeliveries()]).toEqual([
      requestCount,
      [],
      [],
    ]);
  });

  it('an event that the CRM rejects does not block later events', async () => {
    const { db, sync, crm } = await connectCrm(open, 'hubspot', openHubSpot, { tag_field: 'no_such_field' });
    const deliveries = sync.start();
    const [tag] = await db.select().from(tags).limit(1);
    await sync.addLead({ tag_id: tag?.id ?? 0 });
    await sync.addLead({ phone_number: '+14155550882', email: null });
    await deliveries.poll();
    const rows = await db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id);
    expect(rows).toMatchObject([
      { status: 'failed', attempts: 1, last_error: expect.stringMatching(/^HTTP 400: .*no_such_field/) },
      { status: 'delivered', last_error: null },
    ]);
    expect(crm.contacts().map(({ number }) => number)).toEqual(['+14155550882']);
  });

  it('no contacts are created if the account has turned that off, and recordings are sent as links', async () => {
    const { db, sync, crm, destination } = await connectCrm(open, 'followupboss', openFollowUpBoss, {
      makes_contacts: false,
      links_recordings: true,
    });
    const deliveries = sync.start();
    const known = crm.add({ phone: '4155550881' });
    const leadId = await sync.addLead();
    await sync.addLead({ phone_number: '+14155550882', email: 'b@example.com' });
    await deliveries.poll();
    expect(crm.contacts().map(({ id }) => id)).toEqual([known]);
    const callId = await sync.addCall(leadId);
    const recording = await insert(db, recordings, { call_id: callId, status: 'complete', path: 'a.wav' });
    await deliveries.poll();
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

  it('a lead without an email gets no ActiveCampaign contact, and the delivery records the reason', async () => {
    const { db, sync, crm } = await connectCrm(open, 'activecampaign', openActiveCampaign);
    const deliveries = sync.start();
    await sync.addLead({ email: null });
    await deliveries.poll();
    const [row] = await db.select().from(webhookDeliveries);
    expect(row).toMatchObject({
      status: 'delivered',
      last_error: expect.stringContaining('needs an email'),
    });
    expect([crm.contacts(), crm.violations]).toEqual([[], []]);
  });

  it('the Salesforce client logs in again after its session ends, and follows a converted lead', async () => {
    const { db, sync, crm, destination } = await connectCrm(open, 'salesforce', openSalesforce);
    const deliveries = sync.start();
    const leadId = await sync.addLead();
    await deliveries.poll();
    crm.endSessions();
    const converted = crm.convert(crm.contacts()[0]?.id ?? '');
    await sync.addCall(leadId);
    await sync.changeLead(leadId, { fname: 'Grace' });
    await deliveries.poll();
    expect(crm.calls().map(({ contactId }) => contactId)).toEqual([expect.any(String)]);
    expect(crm.contacts().find(({ id }) => id === converted)).toMatchObject({ fname: 'Grace' });
    const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, destination));
    expect([row?.trouble, crm.violations, await sync.waitingDeliveries()]).toEqual([null, [], []]);
  });

  it('a contact that we created is recognized once when it comes back as a new lead', async () => {
    const { db, sync, crm } = await connectCrm(open, 'hubspot', openHubSpot);
    const deliveries = sync.start();
    const leadId = await sync.addLead();
    await deliveries.poll();
    const id = crm.contacts()[0]?.id ?? '';
    const echo = (contactId: string) => isEcho(db, 'hubspot', leadId, contactId, sync.clock.now());
    expect([await echo('999'), await echo(id), await echo(id)]).toEqual([false, true, false]);
  });
});

withDatabase('several processes with one CRM', (open) => {
  it('send a lead’s events one at a time and once each', async () => {
    const { db, sync, crm } = await connectCrm(open, 'hubspot', openHubSpot);
    const processes = [sync.start(), sync.start(), sync.start()];
    const leadId = await sync.addLead({ email: null });
    for (const fname of ['Grace', 'Mary', 'Edith']) await sync.changeLead(leadId, { fname });
    await sync.addCall(leadId);
    const [account] = await db.select().from(accounts).where(eq(accounts.id, 100));
    expect(account?.country_code).toBe('US');
    await expect
      .poll(
        async () => {
          await Promise.all(processes.map((one) => one.poll()));
          // Deliveries that lost the race are retried.
          sync.advance(MINUTE);
          return (await sync.waitingDeliveries()).length;
        },
        { timeout: 30_000 },
      )
      .toBe(0);
    expect(crm.contacts()).toMatchObject([{ fname: 'Edith' }]);
    expect([crm.calls().length, crm.violations]).toEqual([1, []]);
  });
});
