import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCallUser } from '../platform/database/call-users.ts';
import type { Database } from '../platform/database/database.ts';
import { type calls, callUsers, leads, recordings } from '../platform/database/schema.ts';
import { openTestApp, openTestAppAs } from '../testing/app/app.ts';
import { addCall, userOf } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';

async function addEndedCall(db: Database, email: string, values: Partial<typeof calls.$inferInsert> = {}) {
  const { id: user_id, account_id } = await userOf(db, email);
  const ended_at = new Date();
  const of = { account_id, agent_id: user_id, phone_number: '+442079460991', ended_at };
  const call = await addCall(db, { status: 'completed', ...of, ...values });
  await addCallUser(db, { call_id: call.id, user_id, type: call.type, status: 'ended', ended_at });
  return call;
}

withDatabase('the history', (open) => {
  it('shows the agent’s own calls, newest first, in pages', async () => {
    const [agent, { as }] = await openTestAppAs(open, 'agent@demo.test');
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => agent.get(`/api/v1/mycalls?limit=5&page=${page}`)),
    );
    const ids = pages.map(({ body }) => (body.data ?? []).map((item) => item.id));
    expect(ids.map((page) => page.length)).toEqual([5, 5, 5, 0]);
    expect(ids.flat()).toEqual([...new Set(ids.flat())].sort((a, b) => b - a));
    expect(pages.map(({ body }) => body)).toMatchObject(
      [1, 2, 3, 4].map((page) => ({ current_page: page, last_page: 3 })),
    );
    const other = await as('agent2@demo.test');
    const otherHistory = (await other.get('/api/v1/mycalls?limit=15')).body.data ?? [];
    expect(otherHistory.filter((item) => ids.flat().includes(item.id))).toEqual([]);
  });

  it('has one empty page for an agent without calls', async () => {
    const [plain] = await openTestAppAs(open, 'plain@demo.test');
    expect((await plain.get('/api/v1/mycalls')).body).toEqual({
      data: [],
      current_page: 1,
      last_page: 1,
      filters: true,
    });
  });

  it('has two of seven calls on the second page of five', async () => {
    const { as, db } = await openTestApp(open);
    for (let count = 0; count < 7; count += 1) await addEndedCall(db, 'plain@demo.test');
    const plain = await as('plain@demo.test');
    expect((await plain.get('/api/v1/mycalls?limit=5&page=2')).body.data).toHaveLength(2);
    const page = await plain.get('/api/v1/mycalls?limit=3&page=3');
    expect(page.body).toMatchObject({ data: [{}], last_page: 3 });
    const lastPage = await plain.get('/api/v1/mycalls?limit=50&page=1000000');
    expect(lastPage.body).toEqual({ data: [], current_page: 1_000_000, last_page: 1, filters: true });
  });

  it('shows a call once, with the part that the agent accepted last', async () => {
    const { as, db } = await openTestApp(open);
    const call = await addEndedCall(db, 'plain@demo.test');
    const { id: user_id } = await userOf(db, 'plain@demo.test');
    const part = { call_id: call.id, user_id, type: 'transfer', ended_at: new Date() } as const;
    const accepted_at = new Date();
    await addCallUser(db, { ...part, status: 'ended', accepted_at, result: 'missed' });
    const last = await addCallUser(db, { ...part, status: 'ended', accepted_at, result: 'contacted' });
    await addCallUser(db, { ...part, status: 'missed' });
    const other = await addEndedCall(db, 'plain@demo.test');
    const plain = await as('plain@demo.test');
    const shown = async (query: string) =>
      ((await plain.get(`/api/v1/mycalls?${query}`)).body.data ?? []).map(({ id, call_user_id, result }) => [
        id,
        call_user_id,
        result,
      ]);
    const row = [call.id, last.id, 'contacted'];
    expect(await shown('limit=50')).toEqual([[other.id, expect.any(Number), null], row]);
    expect(await shown('filter=contacted')).toEqual([row]);
    expect(await shown('filter=missed')).toEqual([]);
  });

  it('finds calls by name, then and now, and by number', async () => {
    const { as, db } = await openTestApp(open);
    const { account_id } = await userOf(db, 'plain@demo.test');
    const [lead] = await db
      .insert(leads)
      .values({ account_id, phone_number: '+442079460998', fname: 'Nadia', lname: 'Now', label: 'Nadia Now' })
      .returning();
    const call = await addEndedCall(db, 'plain@demo.test', {
      lead_id: lead?.id ?? null,
      phone_number: '+442079460998',
      lead_fname: 'Thea',
      lead_lname: '100% Then',
    });
    await addEndedCall(db, 'plain@demo.test', { phone_number: '+14155550100' });
    await addEndedCall(db, 'agent@demo.test', { phone_number: '+442079460991' });
    const plain = await as('plain@demo.test');
    const found = async (search: string) =>
      ((await plain.get(`/api/v1/mycalls?search=${encodeURIComponent(search)}`)).body.data ?? []).map(
        ({ id }) => id,
      );
    for (const search of ['nadia', 'thea 100% then', '0% T', '+44 20 7946', '0998', '020 7946', '0044 20'])
      expect([search, await found(search)]).toEqual([search, [call.id]]);
    for (const search of ['0%%', '_adia', 'agent', '99', '+49 991', '030 7946', '0990'])
      expect([search, await found(search)]).toEqual([search, []]);
    const response = await plain.get('/api/v1/mycalls?search=now&limit=1');
    expect(response.body).toMatchObject({ data: [{ id: call.id }], current_page: 1, filters: true });
    expect(response.body).not.toHaveProperty('last_page');
    expect((await plain.get('/api/v1/mycalls?search=now&limit=1&page=2')).body.data).toEqual([]);
    expect((await plain.get('/api/v1/mycalls?filter=loud')).status).toBe(422);
  });

  it('can be limited to a direction, missed calls, a result, and calls without one', async () => {
    const { as, db } = await openTestApp(open);
    const accepted_at = new Date();
    const add = async (
      values: Partial<typeof calls.$inferInsert>,
      own: Partial<typeof callUsers.$inferInsert> = { status: 'ended' },
    ) => {
      const call = await addEndedCall(db, 'plain@demo.test', { direction: 'outbound', ...values });
      await db.update(callUsers).set(own).where(eq(callUsers.call_id, call.id));
      return call.id;
    };
    const inbound = await add({ direction: 'inbound', status: 'missed' });
    const contacted = await add({}, { accepted_at, result: 'contacted' });
    const missed = await add({}, { accepted_at, result: 'missed' });
    const open_ = await add({}, { accepted_at });
    const listened = await add({}, { accepted_at, type: 'listen' });
    const plain = await as('plain@demo.test');
    const shown = async (filter: string) =>
      ((await plain.get(`/api/v1/mycalls?filter=${filter}`)).body.data ?? []).map(({ id }) => id);
    expect(await shown('all')).toEqual([listened, open_, missed, contacted, inbound]);
    expect(await shown('inbound')).toEqual([inbound]);
    expect(await shown('outbound')).toEqual([listened, open_, missed, contacted]);
    expect(await shown('missed')).toEqual([missed, inbound]);
    expect(await shown('contacted')).toEqual([contacted]);
    expect(await shown('no_result')).toEqual([open_]);
    const all = (await plain.get('/api/v1/mycalls')).body.data ?? [];
    expect(all.filter(({ takes_result }) => takes_result).map(({ id }) => id)).toEqual([
      open_,
      missed,
      contacted,
    ]);
  });

  it('has all fields of a row', async () => {
    const { as, db } = await openTestApp(open);
    const call = await addEndedCall(db, 'plain@demo.test', {
      direction: 'inbound',
      status: 'completed',
      seconds: 3_725,
      retry: 3,
      lead_retry: 2,
      // UTC-7 in summer.
      started_at: new Date('2026-07-03T17:15:00Z'),
    });
    const [first] = await db
      .insert(recordings)
      .values([
        { call_id: call.id, status: 'complete', path: 'a.wav', agent_channel: 2 },
        { call_id: call.id, status: 'complete', path: 'b.wav', agent_channel: 1 },
      ])
      .returning();
    const plain = await as('plain@demo.test');
    expect((await plain.get('/api/v1/mycalls')).body.data).toEqual([
      {
        id: call.id,
        direction: 'inbound',
        recording_url: `/api/v1/recordings/${first?.id}.wav`,
        agent_channel: 1,
        time_formatted: 'Jul 3, 10:15 AM',
        lead_retry: 2,
        retry: 3,
        status: 'completed',
        seconds: 3_725,
        duration: '62:05',
        user: { name: 'Pat Moore' },
        lead: null,
        phone_number_formatted: '+44 20 7946 0991',
        extension: null,
        call_user_id: expect.any(Number),
        result: null,
        takes_result: false,
        undo_ms: 0,
      },
    ]);
  });

  it('formats times as the agent chose, else as the browser requests', async () => {
    const { as, db } = await openTestApp(open);
    await addEndedCall(db, 'plain@demo.test', { started_at: new Date('2026-07-03T22:15:00Z') });
    const plain = await as('plain@demo.test');
    const time = async (headers = {}) => {
      const { headers: answered, body } = await plain.get('/api/v1/mycalls', headers);
      expect(answered['vary']).toMatch(/Accept-Language/);
      return String(body.data?.[0]?.['time_formatted']).replaceAll('\u00a0', ' ');
    };
    expect(await time({ 'accept-language': 'es-MX,es;q=0.9' })).toBe('3 jul, 3:15 p.m.');
    const locale = { language: 'es', time_zone: 'America/New_York', clock: '24', date_order: 'dmy' };
    await plain.put('/api/v1/user/locale', locale);
    expect(await time({ 'accept-language': 'en-US' })).toBe('3 jul, 18:15');
    await plain.put('/api/v1/user/locale', { ...locale, language: 'en', date_order: 'ymd' });
    expect(await time({ 'accept-language': 'es' })).toBe('07-03, 18:15');
    await plain.put('/api/v1/user/locale', { ...locale, language: null, clock: null, date_order: null });
    expect(await time()).toBe('Jul 3, 6:15 PM');
  });

  it('has null for a missing agent and recording, and does not use the result as status', async () => {
    const { as, db } = await openTestApp(open);
    const call = await addEndedCall(db, 'plain@demo.test', {
      status: 'missed',
      result: 'contacted',
      agent_id: null,
    });
    await db.insert(recordings).values({ call_id: call.id, status: 'in-progress' });
    const plain = await as('plain@demo.test');
    expect((await plain.get('/api/v1/mycalls')).body.data).toMatchObject([
      { status: 'missed', user: null, recording_url: null, retry: null, lead_retry: null, duration: '0:00' },
    ]);
  });

  it('of the demo covers every status, both directions, and calls with and without a lead', async () => {
    const { as } = await openTestApp(open);
    for (const email of ['agent@demo.test', 'agent2@demo.test', 'agent3@demo.test']) {
      const rows = (await (await as(email)).get('/api/v1/mycalls?limit=10')).body.data ?? [];
      const values = (key: string) => new Set(rows.map((row) => row[key]));
      for (const status of ['missed', 'busy', 'offline', 'completed', 'no-answer']) {
        expect([email, [...values('status')]]).toEqual([email, expect.arrayContaining([status])]);
      }
      expect([...values('status')]).not.toEqual(expect.arrayContaining(['in-progress']));
      expect([...values('status')]).not.toEqual(expect.arrayContaining(['ringing']));
      for (const row of rows)
        if (row['recording_url'] !== null || row['status'] === 'completed')
          expect(row['seconds']).toBeGreaterThan(0);
      expect([...values('direction')].sort()).toEqual(['inbound', 'outbound']);
      expect([...values('lead')]).toContain(null);
      expect(rows.filter((row) => row['lead'] !== null).length).toBeGreaterThan(4);
      expect([...values('retry')]).toContain(1);
      expect([...values('lead_retry')]).toContain(2);
      expect(rows.filter((row) => row['recording_url'] !== null)).toHaveLength(2);
    }
    const supervisor = await as('supervisor@demo.test');
    expect((await supervisor.get('/api/v1/mycalls')).body.data).toHaveLength(3);
  });
});
