import { and, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addToDoNotCallList } from '../../leads/do-not-call/do-not-call.ts';
import { addCallUser } from '../../platform/database/call-users.ts';
import { insert, queryRows } from '../../platform/database/database.ts';
import { leads, teamMembers, teams } from '../../platform/database/schema.ts';
import { type Browser, openTestApp } from '../../testing/app/app.ts';
import { ACCOUNT, addCall, addPastCall, firstRow, userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { leadsFound } from './find-leads.ts';

const OTHER_ACCOUNT = 200;

withDatabase('the search of leads', (open) => {
  /** The agent is in one new team only, which isn't the default team. */
  async function opened() {
    const app = await openTestApp(open);
    const { db, as } = app;
    const agent = await userOf(db, 'plain@demo.test');
    const addTeam = (name: string) => insert(db, teams, { account_id: ACCOUNT, name });
    const [own, other] = [await addTeam('Own'), await addTeam('Other')];
    await db.delete(teamMembers).where(eq(teamMembers.user_id, agent.id));
    await db.insert(teamMembers).values({ team_id: own.id, user_id: agent.id });
    let count = 0;
    const addLead = (fields: Partial<typeof leads.$inferInsert> = {}) => {
      count += 1;
      const phone_number = `+1628555${String(7000 + count)}`;
      const name = { fname: 'Quilla', lname: 'Searched', label: 'Quilla Searched' };
      return insert(db, leads, { account_id: ACCOUNT, phone_number, team_id: own.id, ...name, ...fields });
    };
    const browser = await as('plain@demo.test');
    return {
      ...app,
      agent,
      own,
      other,
      browser,
      addLead,
      found: (search: string) => foundBy(browser, search),
    };
  }

  async function foundBy(browser: Browser, search: string): Promise<number[]> {
    const { status, body } = await browser.get(`/api/v1/leads/search?search=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    return (body.data ?? []).map(({ id }) => id);
  }

  it('finds leads of the agent’s teams, newest first', async () => {
    const { own, other, addLead, found } = await opened();
    const first = await addLead();
    const second = await addLead({ team_id: own.id });
    await addLead({ team_id: other.id });
    expect(await found('quilla')).toEqual([second.id, first.id]);
  });

  it('finds leads without a team for agents of the default team', async () => {
    const { db, agent, addLead, found } = await opened();
    const lead = await addLead({ team_id: null });
    expect(await found('quilla')).toEqual([]);
    const ofDefault = and(eq(teams.account_id, ACCOUNT), eq(teams.is_default, true));
    const { id } = await firstRow(db.select().from(teams).where(ofDefault));
    await db.insert(teamMembers).values({ team_id: id, user_id: agent.id });
    expect(await found('quilla')).toEqual([lead.id]);
  });

  it('finds leads of other teams that the agent owns, or that the teams or the agent had a call with', async () => {
    const { db, agent, own, other, addLead, found } = await opened();
    const ofOther = { team_id: other.id };
    const lead = await addLead(ofOther);
    const owned = await addLead({ ...ofOther, owner_user_id: agent.id });
    const calledByTeam = await addLead(ofOther);
    const called = { status: 'completed', ended_at: new Date() } as const;
    await addCall(db, { ...called, team_id: own.id, lead_id: calledByTeam.id });
    const rung = await addLead(ofOther);
    const call = await addCall(db, { ...called, ...ofOther, lead_id: rung.id });
    const part = { call_id: call.id, user_id: agent.id, type: 'transfer', status: 'missed' } as const;
    await addCallUser(db, { ...part, ended_at: new Date() });
    const colleague = await userOf(db, 'agent@demo.test');
    await addPastCall(db, colleague.id, { ...ofOther, lead_id: lead.id });
    expect(await found('quilla')).toEqual([rung.id, calledByTeam.id, owned.id]);
  });

  it('finds no lead for an agent without a team', async () => {
    const { db, agent, addLead, found } = await opened();
    await addLead();
    await addLead({ team_id: null });
    await db.delete(teamMembers).where(eq(teamMembers.user_id, agent.id));
    expect(await found('quilla')).toEqual([]);
  });

  it('finds all leads of the account for supervisors, and none of another account', async () => {
    const { other, as, addLead } = await opened();
    const lead = await addLead({ team_id: other.id });
    const foreign = await addLead({ account_id: OTHER_ACCOUNT, team_id: null });
    expect(await foundBy(await as('supervisor@demo.test'), 'quilla')).toEqual([lead.id]);
    expect(await foundBy(await as('agent@200.test'), 'quilla')).not.toContain(lead.id);
    expect(await foundBy(await as('plain@demo.test'), 'quilla')).not.toContain(foreign.id);
  });

  it('finds by the beginnings of words in names and labels, and by any part of the number', async () => {
    const { addLead, found } = await opened();
    const lead = await addLead({
      fname: 'José',
      lname: "O'Brien-Núñez",
      label: 'Roof_quote 24',
      phone_number: '+442079460998',
    });
    const searches = [
      'jose',
      'JOSÉ',
      'José',
      'o’brien',
      'nun jo',
      'brien',
      'quote',
      'roof 24',
      '7946 099',
      '+44 20',
    ];
    for (const search of [...searches, '020 7946', '0044 20', '0998', 'jose 0998', '(20) 7946'])
      expect([search, await found(search)]).toEqual([search, [lead.id]]);
    for (const search of ['osé', 'josex', 'nunez ana', '0990', 'jose 0990', '7940998', '%%', "jo':* | 'x"])
      expect([search, await found(search)]).toEqual([search, []]);
  });

  it('has the lead’s name and number, and says which must not be called', async () => {
    const { db, agent, browser, addLead } = await opened();
    const call = await addLead();
    const flagged = await addLead({ do_not_call: true });
    const listed = await addLead();
    await addToDoNotCallList(db, ACCOUNT, [listed.phone_number], { source: 'console', by: null }, Date.now());
    const removed = await addLead({ removed_at: new Date() });
    const removing = await addLead();
    const { id: call_id } = await addCall(db, {
      status: 'completed',
      lead_id: removing.id,
      ended_at: new Date(),
    });
    const part = { call_id, user_id: agent.id, type: 'lead', status: 'ended', ended_at: new Date() } as const;
    await addCallUser(db, { ...part, result: 'removed', result_settles_at: new Date() });
    await addLead({ erased_at: new Date() });
    const { body } = await browser.get('/api/v1/leads/search?search=quilla');
    expect(body.data?.map(({ id, do_not_call }) => [id, do_not_call])).toEqual([
      [removing.id, true],
      [removed.id, true],
      [listed.id, true],
      [flagged.id, true],
      [call.id, false],
    ]);
    expect(body.data?.at(-1)).toEqual({
      id: call.id,
      fname: 'Quilla',
      lname: 'Searched',
      label: 'Quilla Searched',
      phone_number: call.phone_number,
      phone_number_formatted: `(628) 555-${call.phone_number.slice(-4)}`,
      do_not_call: false,
    });
  });

  it('has bounds for the text and the number of leads', async () => {
    const { browser, addLead } = await opened();
    for (let added = 0; added < 21; added += 1) await addLead();
    const read = async (query: string) => {
      const { status, body } = await browser.get(`/api/v1/leads/search${query}`);
      return status === 200 ? body.data?.length : status;
    };
    expect(await read('?search=quilla')).toBe(8);
    expect(await read('?search=quilla&limit=20')).toBe(20);
    for (const query of [
      '',
      '?search=q',
      '?search=%20q%20',
      `?search=${'q'.repeat(101)}`,
      '?search=%00quilla',
    ])
      expect([query, await read(query)]).toEqual([query, 422]);
    for (const limit of ['0', '21', '1.5', 'all'])
      expect([limit, await read(`?search=quilla&limit=${limit}`)]).toEqual([limit, 422]);
    for (const search of ['41', 'a b', '-- --'])
      expect(await read(`?search=${encodeURIComponent(search)}`)).toBe(0);
    expect(await read(`?search=${'1'.repeat(100)}`)).toBe(0);
  });

  it('is limited to 120 searches a minute per user', async () => {
    const { browser, as, clock } = await opened();
    const status = async (who: Browser) => (await who.get('/api/v1/leads/search?search=41')).status;
    for (let asked = 0; asked < 120; asked += 1) expect(await status(browser)).toBe(200);
    expect(await status(browser)).toBe(429);
    expect(await status(await as('agent@demo.test'))).toBe(200);
    clock.advance(60_000);
    expect(await status(browser)).toBe(200);
  });

  it('uses its index, and reads neither all leads nor all calls, even if all leads match', async () => {
    const { db, agent, own, other, found } = await opened();
    await db.execute(sql`insert into leads (account_id, phone_number, fname, label, team_id)
      select ${ACCOUNT}::bigint, '+1661' || (5550000 + n), 'Quilla', 'N' || n, ${other.id}::bigint
      from generate_series(1, 5000) n`);
    await db.execute(sql`insert into calls (account_id, type, direction, status, lead_id, team_id, ended_at)
      select ${ACCOUNT}::bigint, 'lead', 'outbound', 'completed', id, ${other.id}::bigint, now() from leads
      where fname = 'Quilla'`);
    for (const label of ['N1', 'N5000'])
      await db.update(leads).set({ team_id: own.id }).where(eq(leads.label, label));
    await db.execute(sql`analyze leads, calls`);
    expect([await found('quilla'), await found('661555')].map(({ length }) => length)).toEqual([1, 1]);
    expect(await found('5550001')).toHaveLength(1);
    for (const search of ['quilla', '661', '5550001']) {
      const query = leadsFound(db, { ...agent, permissions: [] }, { search, limit: 1 });
      const rows = await queryRows<{ 'QUERY PLAN': string }>(db, sql`explain ${query?.getSQL()}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Bitmap Index Scan on leads_search');
      expect(plan).not.toMatch(/Seq Scan on (leads|calls)|Index Scan \w+ using leads_pkey/);
    }
  });
});
