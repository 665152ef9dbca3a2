import { CALL_STATUSES } from '@offhook/contract/calls/call-kinds';
import { DISPOSITIONS } from '@offhook/contract/calls/dispositions';
import { type CallFilters, LEAD_STATES, type LeadFilters } from '@offhook/contract/console/list-filters';
import { parse } from 'csv-parse/sync';
import { desc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addCallUser } from '../../platform/database/call-users.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import {
  auditLog,
  calls,
  leads,
  numbers,
  profiles,
  tags,
  teams,
  users,
} from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { openTestApp } from '../../testing/app/app.ts';
import { ACCOUNT, addCall, change, find, firstRow, userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { countCalls, listCalls } from '../calls.ts';
import { reportRows } from '../figures/core/report-rows.ts';
import { createReports } from '../figures/report.ts';
import { countLeads, listLeads } from '../lead-views.ts';
import { callColumns, readCallBatches } from './calls-file.ts';
import { safeCell } from './core/safe-cell.ts';
import { csvChunks } from './csv-file.ts';
import { leadColumns, readLeadBatches } from './leads-file.ts';

const OTHER_ACCOUNT = 200;
const ZONE = 'America/Los_Angeles';

withDatabase('exports of calls and leads', (open) => {
  async function opened() {
    const app = await openTestApp(open);
    const { db, as } = app;
    const supervisor = await userOf(db, 'supervisor@demo.test');
    const user: SignedInUser = {
      ...supervisor,
      country_code: 'US',
      account_language: 'en',
      custom_crm_url: null,
    };
    return { ...app, user, browser: await as('supervisor@demo.test') };
  }

  /** Calls and leads of all kinds; several calls start in the same microsecond. */
  async function fill(db: Database) {
    const agents = await find(db, users, eq(users.account_id, ACCOUNT));
    const [first, second] = agents;
    const team = await insert(db, teams, { account_id: ACCOUNT, name: 'Exported' });
    const profile = await insert(db, profiles, { account_id: ACCOUNT, team_id: team.id });
    const tag = await insert(db, tags, { profile_id: profile.id, key: 'a', name: 'Hot', color: '#fff' });
    const number = await insert(db, numbers, {
      account_id: ACCOUNT,
      team_id: team.id,
      phone_number: '+14155557999',
    });
    if (!first || !second) throw new Error('the demo has agents');
    await db.execute(sql`insert into leads
        (account_id, phone_number, label, form, crm, team_id, owner_user_id, tag_id, do_not_call, removed_at, created_at)
      select ${ACCOUNT}::bigint, '+1661555' || (1000 + n), case n % 3 when 0 then '=1+' || n else 'Quilla ' || n end,
        case n % 4 when 0 then 'Roof, "quote"' end, case n % 4 when 1 then 'hubspot' end,
        case n % 2 when 0 then ${team.id}::bigint end, case n % 3 when 1 then ${first.id}::bigint end,
        case n % 5 when 0 then ${tag.id}::bigint end, n % 4 = 3, case n % 7 when 0 then now() end,
        timestamptz '2026-01-31 20:00:00+00' + n * interval '7 hours'
      from generate_series(1, 40) n`);
    await db.execute(sql`insert into calls
        (account_id, type, direction, status, result, team_id, agent_id, lead_id, number_id, phone_number, started_at)
      select ${ACCOUNT}::bigint, 'lead', (array['inbound', 'outbound'])[1 + n % 2],
        (array['completed', 'missed', 'no-answer'])[1 + n % 3], (array['contacted', 'voicemail', null])[1 + n % 3],
        case n % 2 when 0 then ${team.id}::bigint end, (array[${first.id}, ${second.id}, null]::bigint[])[1 + n % 3],
        case when n % 5 > 0 then (select id from leads where phone_number = '+1661555' || (1000 + 1 + n % 40)) end,
        case n % 4 when 0 then ${number.id}::bigint end, '+1661555' || (1000 + n),
        timestamptz '2026-03-07 20:00:00.000001+00' + (n / 3) * interval '41 minutes 1 microsecond'
      from generate_series(1, 90) n`);
    const someCalls = await db.select().from(calls).orderBy(desc(calls.id)).limit(9);
    for (const { id } of someCalls.filter((_, index) => index % 3 === 0)) {
      const part = { call_id: id, user_id: second.id, type: 'lead', ended_at: new Date() } as const;
      await addCallUser(db, { ...part, status: 'missed' });
    }
    return { first, second, team, tag, number };
  }

  async function idsIn(chunks: AsyncIterable<string>): Promise<number[]> {
    let text = '';
    for await (const chunk of chunks) text += chunk;
    const records: Record<string, string>[] = parse(text, { bom: true, columns: true });
    return records.map(({ id }) => Number(id));
  }

  async function idsOfAllPages(
    list: (cursor: number | undefined) => Promise<{ data: readonly { id: number }[]; next: number | null }>,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (let cursor: number | undefined; ; ) {
      const { data, next } = await list(cursor);
      ids.push(...data.map(({ id }) => id));
      if (next === null) return ids;
      cursor = next;
    }
  }

  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
  const days = fc
    .date({
      min: new Date('2026-03-07T00:00:00Z'),
      max: new Date('2026-03-10T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((at) => at.toISOString());

  it('a file of calls has exactly the rows of the list over all its pages, for any filters', async () => {
    const { db, user } = await opened();
    const { first, second, team, number } = await fill(db);
    const filters: fc.Arbitrary<CallFilters> = fc.record({
      search: fc.constantFrom('', '', '', 'quilla', '661555', '=1'),
      agent_id: maybe(fc.constantFrom(first.id, second.id)),
      team_id: maybe(fc.constant(team.id)),
      status: maybe(fc.constantFrom(...CALL_STATUSES.slice(2, 4))),
      result: maybe(fc.constantFrom(...DISPOSITIONS, 'none' as const)),
      direction: maybe(fc.constantFrom('inbound', 'outbound')),
      taken_by: maybe(fc.constant(first.id)),
      missed_by: maybe(fc.constant(second.id)),
      last_agent_id: maybe(fc.constant(first.id)),
      source: maybe(fc.constantFrom('form:Roof, "quote"', 'crm:hubspot', 'intake', 'unknown')),
      number_id: maybe(fc.constant(number.id)),
      from: maybe(days),
      to: maybe(days),
      hour: maybe(fc.integer({ min: 0, max: 23 })),
      weekday: maybe(fc.integer({ min: 1, max: 7 })),
      time_zone: maybe(fc.constantFrom(ZONE, 'Asia/Kathmandu', 'UTC')),
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(sparse(filters), fc.integer({ min: 2, max: 40 }), async (query, size) => {
        const listed = await idsOfAllPages((cursor) => listCalls(db, user, { ...query, cursor, limit: 40 }));
        const file = csvChunks(callColumns(ZONE), readCallBatches(db, user, query, size));
        expect(await idsIn(file)).toEqual(listed);
        expect(await countCalls(db, user, query)).toBe(listed.length);
        found += listed.length;
      }),
      { numRuns: 15 },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('a file of leads has exactly the rows of the list over all its pages, for any filters', async () => {
    const { db, user } = await opened();
    const { first, team, tag } = await fill(db);
    const filters: fc.Arbitrary<LeadFilters> = fc.record({
      search: fc.constantFrom('', '', 'quilla', '6615551'),
      team_id: maybe(fc.constant(team.id)),
      owner_id: maybe(fc.constant(first.id)),
      source: maybe(fc.constantFrom('form:Roof, "quote"', 'crm:hubspot', 'intake')),
      tag_id: maybe(fc.constant(tag.id)),
      state: maybe(fc.constantFrom(...LEAD_STATES)),
      from: fc.constant(undefined),
      to: fc.constant(undefined),
      time_zone: fc.constant(undefined),
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(sparse(filters), fc.integer({ min: 2, max: 30 }), async (query, size) => {
        const listed = await idsOfAllPages((cursor) => listLeads(db, user, { ...query, cursor, limit: 30 }));
        const file = csvChunks(leadColumns(ZONE), readLeadBatches(db, user, query, size));
        expect(await idsIn(file)).toEqual(listed);
        expect(await countLeads(db, user, query)).toBe(listed.length);
        found += listed.length;
      }),
      { numRuns: 15 },
    );
    expect(found).toBeGreaterThan(50);
  });

  /** Most filters together match nothing, so most are left out. */
  const sparse = <F extends object>(filters: fc.Arbitrary<F>): fc.Arbitrary<F> =>
    fc.tuple(filters, fc.infiniteStream(fc.nat({ max: 3 }))).map(([given, chance]) => {
      const kept = Object.entries(given).map(([name, value]) => [
        name,
        name === 'search' || chance.next().value === 0 ? value : undefined,
      ]);
      return Object.fromEntries(kept) as F;
    });

  it('filters mean what they say', async () => {
    const { db, user } = await opened();
    const { first, second, number } = await fill(db);
    const lead = await insert(db, leads, {
      account_id: ACCOUNT,
      phone_number: '+16615559000',
      label: 'One',
      form: 'Solar form',
      crm: 'hubspot',
    });
    // Monday, 00:30 in Los Angeles; Monday, 14:15 in Kathmandu.
    const started_at = new Date('2026-05-04T07:30:00Z');
    const call = await addCall(db, {
      status: 'missed',
      lead_id: lead.id,
      number_id: number.id,
      started_at,
      ended_at: started_at,
    });
    const part = { call_id: call.id, user_id: second.id, type: 'lead', ended_at: new Date() } as const;
    await addCallUser(db, { ...part, status: 'missed' });
    const taken = { ...part, user_id: first.id, accepted_at: started_at } as const;
    await addCallUser(db, { ...taken, status: 'ended' });
    const listening = await userOf(db, 'plain@demo.test');
    await addCallUser(db, { ...taken, user_id: listening.id, type: 'listen', status: 'ended' });
    const found = async (query: Partial<CallFilters>) => {
      const day = { from: '2026-05-03T00:00:00Z', to: '2026-05-05T00:00:00Z' };
      const { data } = await listCalls(db, user, {
        search: '',
        limit: 9,
        cursor: undefined,
        ...day,
        ...query,
      } as never);
      return data.map(({ id }) => id);
    };
    for (const query of [
      { hour: 0, weekday: 1, time_zone: ZONE },
      { hour: 13, weekday: 1, time_zone: 'Asia/Kathmandu' },
      { hour: 7, time_zone: 'UTC' },
      { source: 'form:Solar form' },
      { number_id: number.id },
      { missed_by: second.id },
      { taken_by: first.id },
    ])
      expect([query, await found(query)]).toEqual([query, [call.id]]);
    for (const query of [
      { hour: 0, time_zone: 'UTC' },
      { weekday: 7, time_zone: ZONE },
      { source: 'crm:hubspot' },
      { source: 'unknown' },
      { number_id: number.id + 1 },
      { missed_by: first.id },
      { taken_by: second.id },
      { taken_by: listening.id },
    ])
      expect([query, await found(query)]).toEqual([query, []]);
  });

  it('a file has only the account’s rows, for supervisors only, and none of erased people', async () => {
    const { db, as, browser } = await opened();
    const { team } = await fill(db);
    const foreign = await insert(db, leads, {
      account_id: OTHER_ACCOUNT,
      phone_number: '+442079460000',
      label: 'F',
    });
    const erased = await insert(db, leads, {
      account_id: ACCOUNT,
      phone_number: 'erased-1',
      label: 'Erased',
      erased_at: new Date(),
    });
    for (const path of ['calls.csv', 'leads.csv']) {
      const url = `/api/v1/console/${path}`;
      expect((await (await as('plain@demo.test')).get(url)).status).toBe(403);
      expect((await browser.get(`${url}?team_id=x`)).status).toBe(422);
      const other = await as('agent@200.test');
      await db
        .update(users)
        .set({ permissions: ['admin'] })
        .where(eq(users.email, 'agent@200.test'));
      const { text } = await other.get(`${url}?team_id=${team.id}`);
      expect(text.split('\r\n')).toHaveLength(2);
    }
    const { text, headers } = await browser.get(`/api/v1/console/leads.csv?time_zone=${ZONE}`);
    const records: Record<string, string>[] = parse(text, { bom: true, columns: true });
    const own = await find(db, leads, eq(leads.account_id, ACCOUNT));
    expect(records.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
      own.map(({ id }) => id).filter((id) => id !== erased.id),
    );
    expect(records.map(({ id }) => id)).not.toContain(String(foreign.id));
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/);
    const quilla = records.find(({ phone_number }) => phone_number === "'+16615551004");
    expect(quilla).toMatchObject({
      label: 'Quilla 4',
      source: 'form:Roof, "quote"',
      team: 'Exported',
      do_not_call: 'false',
      created_at: '2026-02-01T16:00:00-08:00',
    });
  });

  it('each export is in the audit log with its count and filters', async () => {
    const { db, browser } = await opened();
    const { team } = await fill(db);
    await browser.get(`/api/v1/console/calls.csv?team_id=${team.id}&search=quilla&time_zone=${ZONE}`);
    const entry = await firstRow(db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1));
    expect(entry).toMatchObject({ account_id: ACCOUNT, action: 'calls export' });
    expect(entry.subject).toMatch(
      new RegExp(`^calls: [1-9]\\d* exported, filter search, filter team ${team.id}$`),
    );
  });

  it('a report’s file has every value of the report, for the same filters, and is in the audit log', async () => {
    const { db, user, browser, clock } = await opened();
    const { team } = await fill(db);
    const period = 'from=2026-03-07&to=2026-03-09';
    const url = `/api/v1/console/reports.csv?${period}&team_id=${team.id}`;
    const { text, headers } = await browser.get(url);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="report-/);
    const records: Record<string, string>[] = parse(text, { bom: true, columns: true });
    const query = { from: '2026-03-07', to: '2026-03-09', team_id: team.id };
    const report = await createReports({ db, clock })(user, query);
    expect(report.current.calls).toBeGreaterThan(0);
    expect(records).toEqual(
      reportRows(report).map(({ value, ...row }) => ({
        ...row,
        row: safeCell(row.row),
        value: value === null ? '' : safeCell(String(value)),
      })),
    );
    const entry = await firstRow(db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1));
    expect(entry.subject).toBe(
      `report: ${records.length} exported, filter from 2026-03-07, filter to 2026-03-09, filter team ${team.id}`,
    );
    const wrongs = ['', '?from=2026-03-09&to=2026-03-07', `?${period}&team_id=x`, `?${period}&table=x`];
    for (const wrong of wrongs)
      expect((await browser.get(`/api/v1/console/reports.csv${wrong}`)).status).toBe(422);
    expect((await browser.get(`/api/v1/console/reports.csv?${period}&team_id=999999`)).status).toBe(404);
    expect((await browser.get(url)).status).toBe(200);
  });

  it('a report’s file compares with the days that the request names, else with as many directly before', async () => {
    const { db, user, browser, clock } = await opened();
    await fill(db);
    const period = 'from=2026-03-08&to=2026-03-09';
    const url = `/api/v1/console/reports.csv?${period}&table=period`;
    const before = async (query: string) => {
      const { text } = await browser.get(`${url}${query}`);
      const records: Record<string, string>[] = parse(text, { bom: true, columns: true });
      return records.find((one) => one['period'] === 'before');
    };
    expect(await before('')).toMatchObject({ from: '2026-03-06', to: '2026-03-07' });
    const { current } = await createReports({ db, clock })(user, { from: '2026-03-07', to: '2026-03-07' });
    expect(current.calls).toBeGreaterThan(0);
    expect(await before('&before_from=2026-03-07&before_to=2026-03-07')).toMatchObject({
      from: '2026-03-07',
      to: '2026-03-07',
      calls: String(current.calls),
    });
    const entry = await firstRow(db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1));
    expect(entry.subject).not.toContain('before');
    for (const wrong of [
      '&before_from=2026-03-07',
      '&before_to=2026-03-07',
      '&before_from=2026-03-07&before_to=2026-03-06',
    ])
      expect((await browser.get(`${url}${wrong}`)).status).toBe(422);
  });

  it('a report’s table has one line per agent, safe in spreadsheets, and is named in the audit log', async () => {
    const { db, user, browser, clock } = await opened();
    await fill(db);
    const query = { from: '2026-03-07', to: '2026-03-09' };
    const report = await createReports({ db, clock })(user, query);
    const [first] = report.agents;
    await change(db, users, first?.id ?? 0, { full_name: '=HYPERLINK("https://evil.example")' });
    const { text, headers } = await browser.get(
      '/api/v1/console/reports.csv?from=2026-03-07&to=2026-03-09&table=agents',
    );
    expect(headers['content-disposition']).toBe(
      'attachment; filename="report-agents-2026-03-07-2026-03-09.csv"',
    );
    const records: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(records).toHaveLength(report.agents.length);
    const found = records.find(({ id }) => id === String(first?.id));
    expect(found).toMatchObject({
      full_name: '\'=HYPERLINK("https://evil.example")',
      calls: String(first?.calls),
      talk_seconds: String(first?.talk_seconds),
    });
    const entry = await firstRow(db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1));
    expect(entry.subject).toBe(
      `report: ${records.length} exported, filter from 2026-03-07, filter to 2026-03-09, filter table agents`,
    );
  });
});
