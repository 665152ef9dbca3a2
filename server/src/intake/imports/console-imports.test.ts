import { asc, eq, isNull, like, sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, it } from 'vitest';
import { type Database, insert } from '../../platform/database/database.ts';
import {
  accounts,
  auditLog,
  doNotCallNumbers,
  leadImportLines,
  leadImportParts,
  leadImports,
  leads,
  numbers,
  scheduledCalls,
  teams,
} from '../../platform/database/schema.ts';
import { ACCOUNT, addCall, find, leadOf, userOf } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { startConsoleImports } from './console-imports.ts';

const FILES = '/api/v1/console/imports';
const number = (n: number) => `+1415555${2000 + n}`;
const createFile = (rows: number, first = 0) =>
  `Name,Phone\n${Array.from({ length: rows }, (_, n) => `Ada ${n},${number(first + n)}\n`).join('')}`;

async function openImports(world: TestWorld, email = 'admin@demo.test') {
  const { app, signIn } = await openWholeApp(world);
  const headers = await signIn(email);
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object | string) => {
    const isFile = typeof payload === 'string';
    const response = await app.inject({
      method,
      url: path,
      headers: { ...headers, ...(isFile ? { 'content-type': 'text/csv' } : {}) },
      ...(payload === undefined ? {} : { payload }),
    });
    await world.settle();
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    // biome-ignore lint/suspicious/noExplicitAny: each test expects the fields that it reads
    return { status: response.statusCode, text: response.body, body: isJson ? response.json<any>() : null };
  };
  const upload = async (file: string, name = 'spring.csv') =>
    (await send('POST', `${FILES}?name=${name}`, file)).body.import.id as number;
  const read = async (id: number) => (await send('GET', `${FILES}/${id}/plan`)).body.import;
  const change = (id: number, body: object) => send('PUT', `${FILES}/${id}/plan`, body);
  const act = (id: number, action: string, body: object = {}) =>
    send('POST', `${FILES}/${id}/${action}`, body);
  const start = async (id: number) => act(id, 'start', { revision: (await read(id)).plan.revision });
  const rows = async (id: number, only = '') =>
    (await send('GET', `${FILES}/${id}/rows?only=${only}`)).body.data as Record<string, unknown>[];
  const rejected = async (id: number) => (await send('GET', `${FILES}/${id}/rejected`)).text;
  /** Another process imports in batches of ten rows, and hangs before its nth one. */
  async function hangAt(id: number, nth: number) {
    const admin = await userOf(world.db, email);
    const other = hangingProcess(world, nth);
    const { revision } = (await read(id)).plan;
    const actor = { user: { ...admin, account_id: ACCOUNT } as never, address: '127.0.0.1' };
    await other.imports.start(actor, id, revision);
    await other.hangs;
    return {
      async resume() {
        other.resume();
        await other.imports.stop();
        await world.settle();
      },
    };
  }
  return { send, upload, read, change, act, start, rows, rejected, hangAt };
}

function hangingProcess({ db, clock }: TestWorld, nth: number) {
  let [reportHang, resume] = [() => {}, () => {}];
  const hangs = new Promise<void>((resolve) => {
    reportHang = resolve;
  });
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let count = 0;
  const slow: Database = Object.create(db);
  slow.transaction = async (...work) => {
    count += 1;
    // The first one is the start.
    if (count > nth) {
      reportHang();
      await resumed;
    }
    return db.transaction(...work);
  };
  const log = pino({ level: 'silent' });
  const imports = startConsoleImports({ db: slow, clock, log, rowsPerBatch: 10 }, 'another process', 1e6);
  return { imports, hangs, resume };
}

const openCalls = (world: TestWorld) =>
  world.db
    .select()
    .from(scheduledCalls)
    .where(isNull(scheduledCalls.ended_at))
    .orderBy(asc(scheduledCalls.id));
const imported = (world: TestWorld) =>
  world.db
    .select()
    .from(leads)
    .where(like(leads.phone_number, '+14155552%'))
    .orderBy(asc(leads.phone_number));

withDatabase('an import in the console', (open) => {
  const openWorld = testWorlds(open);

  it('shows what a file would do and does nothing until it is started', async () => {
    const world = await openWorld();
    const { upload, read, rows, rejected } = await openImports(world);
    await insert(world.db, leads, { account_id: ACCOUNT, phone_number: number(1), label: 'Known' });
    await insert(world.db, doNotCallNumbers, {
      account_id: ACCOUNT,
      phone_number: number(2),
      source: 'console',
    });
    const file = [
      'Full name;Phone;E-mail;Roof',
      `Teresa Novak;(415) 555-2000;t@n.example;Tile`,
      `Known;${number(1)};;`,
      `Listed;${number(2)};;`,
      'Ray Dolan;555-01;;',
      `Again;${number(0)};;`,
      `=Bad;${number(3)};no email;`,
      'None;;;',
    ].join('\r\n');
    const id = await upload(file);
    const plan = await read(id);
    expect(plan).toMatchObject({
      status: 'draft',
      file_name: 'spring.csv',
      plan: {
        has_header: true,
        calls: 'at',
        call_minute: 540,
        columns: [
          { heading: 'Full name', example: 'Teresa Novak', field: 'full_name' },
          { heading: 'Phone', example: '(415) 555-2000', field: 'phone_number' },
          { heading: 'E-mail', field: 'email' },
          { heading: 'Roof', example: 'Tile', field: 'field' },
        ],
      },
      check: { rows: 7, new_leads: 1, known_leads: 1, is_complete: true },
    });
    const problems = ['phoneMissing', 'phoneInvalid', 'duplicate', 'emailInvalid', 'doNotCall'];
    expect(
      new Map(plan.check.invalid.map((one: { problem: string; count: number }) => [one.problem, one.count])),
    ).toEqual(new Map(problems.map((problem) => [problem, 1])));
    expect((await rows(id)).map(({ line, result, reason }) => [line, result, reason])).toEqual([
      [2, 'new', null],
      [3, 'known', null],
      [4, 'invalid', 'The number is on the do-not-call list.'],
      [5, 'invalid', 'Phone number not valid'],
      [6, 'invalid', 'Duplicate of row 2'],
      [7, 'invalid', 'Email not valid'],
      [8, 'invalid', 'Phone number missing'],
    ]);
    expect((await rows(id, 'invalid')).map(({ line }) => line)).toEqual([4, 5, 6, 7, 8]);
    expect((await rejected(id)).split('\r\n').slice(0, 5)).toEqual([
      '\uFEFFFull name,Phone,E-mail,Roof,Reason',
      `Listed,'${number(2)},,,The number is on the do-not-call list.`,
      'Ray Dolan,555-01,,,Phone number not valid',
      `Again,'${number(0)},,,Duplicate of row 2`,
      `'=Bad,'${number(3)},no email,,Email not valid`,
    ]);
    expect((await imported(world)).map(({ label }) => label)).toEqual(['Known']);
    expect(await openCalls(world)).toEqual([]);
  });

  it('adds its leads with calls at the set time in the zone of each lead', async () => {
    const world = await openWorld();
    const { upload, read, change, start, rows } = await openImports(world);
    const id = await upload(`Name,Phone,Zone\nAda,${number(0)},\nBo,${number(1)},America/New_York\nCy,12,\n`);
    await change(id, {
      columns: ['full_name', 'phone_number', 'time_zone'],
      call_date: '2030-01-08',
      call_minute: 600,
      source: 'Spring',
    });
    expect((await start(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({
      status: 'complete',
      progress: { done: 3, rows: 3, new_leads: 2, known_leads: 0, rejected: 1 },
      started_by: { full_name: expect.any(String) },
      can_undo: true,
      keeps_rejected: true,
    });
    expect((await openCalls(world)).map(({ due_at }) => due_at.toISOString())).toEqual([
      '2030-01-08T18:00:00.000Z',
      '2030-01-08T15:00:00.000Z',
    ]);
    expect(await leadOf(world.db, number(0))).toMatchObject({
      fname: 'Ada',
      form: 'Spring',
      origin: 'intake',
    });
    expect((await rows(id, 'invalid')).map(({ line, phone }) => [line, phone])).toEqual([[4, '12']]);
    expect(await world.db.select().from(leadImportParts)).toEqual([]);
    const [entry] = await find(world.db, auditLog, eq(auditLog.action, 'leads import'));
    expect(entry).toMatchObject({ subject: `file ${id}` });
  });

  it('calls as soon as an agent is free, or not at all, as chosen', async () => {
    const world = await openWorld();
    const { upload, change, start } = await openImports(world);
    const none = await upload(createFile(2));
    await change(none, { calls: 'none' });
    await start(none);
    expect(await imported(world)).toHaveLength(2);
    expect(await openCalls(world)).toEqual([]);
    await world.db.update(accounts).set({ calling_from_minute: 0, calling_to_minute: 1_440 });
    await world.db.update(teams).set({ schedule: null });
    const now = await upload(createFile(1, 10));
    await change(now, { calls: 'now' });
    await start(now);
    const first = await find(world.db, scheduledCalls, isNull(scheduledCalls.previous_call_id));
    expect(first).toMatchObject([{ reason: 'Queued from import.', due_at: new Date(world.clock.now()) }]);
  });

  it('updates known leads or leaves them, and never calls them', async () => {
    const world = await openWorld();
    const { upload, change, start, read } = await openImports(world);
    const known = { account_id: ACCOUNT, label: 'Known' };
    await insert(world.db, leads, { ...known, phone_number: number(0), company: 'Old' });
    const file = `Phone,Company\n${number(0)},New\n`;
    const skipped = await upload(file);
    await change(skipped, { known: 'skip' });
    await start(skipped);
    expect(await leadOf(world.db, number(0))).toMatchObject({ company: 'Old' });
    const updated = await upload(file);
    await start(updated);
    expect(await leadOf(world.db, number(0))).toMatchObject({ company: 'New' });
    expect(await read(updated)).toMatchObject({
      progress: { known_leads: 1, new_leads: 0 },
      can_undo: false,
    });
    expect(await openCalls(world)).toEqual([]);
  });

  it('remembers the fields of a file with the same headings', async () => {
    const world = await openWorld();
    const { upload, read, change, start } = await openImports(world);
    const first = await upload(createFile(1));
    await change(first, { columns: [null, 'phone_number'], calls: 'none' });
    await start(first);
    const { plan } = await read(await upload(createFile(1, 5)));
    expect(plan.columns.map(({ field }: { field: string }) => field)).toEqual([null, 'phone_number']);
  });

  it('can be a file without a header', async () => {
    const world = await openWorld();
    const { upload, read, change } = await openImports(world);
    const id = await upload(`Ada,${number(0)}\nBo,${number(1)}\n`);
    expect(await read(id)).toMatchObject({ plan: { has_header: false }, check: { rows: 2, new_leads: 2 } });
    await change(id, { has_header: true });
    expect(await read(id)).toMatchObject({ plan: { has_header: true }, check: { rows: 1 } });
  });

  it('is not started twice, and not with a plan that was changed since', async () => {
    const world = await openWorld();
    const { upload, read, change, act } = await openImports(world);
    const id = await upload(createFile(3));
    const { revision } = (await read(id)).plan;
    await change(id, { calls: 'none' });
    expect((await act(id, 'start', { revision })).body.code).toBe('changedMeanwhile');
    const [one, two] = await Promise.all([
      act(id, 'start', { revision: revision + 1 }),
      act(id, 'start', { revision: revision + 1 }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await imported(world)).toHaveLength(3);
    expect((await change(id, { calls: 'now' })).body.code).toBe('importStarted');
    expect(await find(world.db, auditLog, eq(auditLog.action, 'leads import'))).toHaveLength(1);
  });

  it('needs a phone number, and a number to call from', async () => {
    const world = await openWorld();
    const { upload, change, start } = await openImports(world);
    const id = await upload(createFile(1));
    await change(id, { columns: ['full_name', null] });
    expect((await start(id)).body.code).toBe('importNeedsPhone');
    await change(id, { columns: ['full_name', 'phone_number'] });
    await world.db.update(numbers).set({ account_id: 200 }).where(eq(numbers.account_id, ACCOUNT));
    expect((await start(id)).body.code).toBe('noNumber');
    await change(id, { calls: 'none' });
    expect((await start(id)).status).toBe(200);
  });

  it('without rows leaves nothing behind, not even in the list', async () => {
    const world = await openWorld();
    const { send } = await openImports(world);
    for (const file of ['', '\n\n', 'Name,Phone\n'])
      expect((await send('POST', FILES, file)).body.code).toBe('badImportFile');
    expect(await world.db.select().from(leadImports)).toEqual([]);
    await insert(world.db, leadImports, {
      account_id: ACCOUNT,
      status: 'receiving',
      claimed_until: new Date(world.clock.now() + 60_000),
    });
    expect((await send('GET', FILES)).body.data).toEqual([]);
  });

  it('is undone until its first call, except leads that something else has touched', async () => {
    const world = await openWorld();
    const { upload, start, act, read } = await openImports(world);
    const id = await upload(createFile(4));
    await start(id);
    await world.db
      .update(leads)
      .set({ version: 2 })
      .where(eq(leads.phone_number, number(1)));
    expect((await act(id, 'undo')).status).toBe(200);
    expect(await read(id)).toMatchObject({
      status: 'undone',
      can_undo: false,
      undone: { leads: 3, at: expect.any(String), by: { full_name: 'Alex Romero' } },
    });
    expect((await imported(world)).map(({ phone_number }) => phone_number)).toEqual([number(1)]);
    expect(await openCalls(world)).toEqual([]);
    const actions = (await world.db.select().from(auditLog)).map(({ action }) => action);
    expect(actions).toEqual(['leads import', 'leads import undo']);

    const called = await upload(createFile(2, 20));
    await start(called);
    const lead = await leadOf(world.db, number(20));
    await addCall(world.db, { account_id: ACCOUNT, lead_id: lead?.id ?? 0, status: 'completed' });
    expect(await read(called)).toMatchObject({ can_undo: false });
    expect((await act(called, 'undo')).body.code).toBe('importHasCalls');
  });

  it('expires as a draft, and keeps its rejected rows for a week', async () => {
    const world = await openWorld();
    const { upload, start, read, rejected } = await openImports(world);
    const draft = await upload(createFile(1));
    const done = await upload(`Name,Phone\nAda,${number(7)}\nBad,12\n`);
    await start(done);
    await world.advance(24 * 3_600_000 + 1);
    expect(await find(world.db, leadImports, eq(leadImports.id, draft))).toEqual([]);
    expect(await rejected(done)).toContain('Bad,12,Phone number not valid');
    await world.advance(6 * 24 * 3_600_000);
    expect((await rejected(done)).trim()).toBe('Name,Phone,Reason');
    expect(await read(done)).toMatchObject({ keeps_rejected: false, progress: { rejected: 1 } });
  });

  it('can be deleted before it starts', async () => {
    const world = await openWorld();
    const { upload, send } = await openImports(world);
    const id = await upload(createFile(1));
    expect((await send('DELETE', `${FILES}/${id}`)).status).toBe(200);
    expect(await world.db.select().from(leadImportParts)).toEqual([]);
    expect((await send('GET', `${FILES}/${id}/plan`)).status).toBe(404);
  });

  it('is hidden from other accounts and from supervisors', async () => {
    const world = await openWorld();
    const id = await (await openImports(world)).upload(createFile(1));
    const supervisor = await openImports(world, 'supervisor@demo.test');
    expect((await supervisor.send('GET', `${FILES}/${id}/plan`)).status).toBe(403);
    expect((await supervisor.send('POST', FILES, createFile(1))).status).toBe(403);
  });

  it('continues after its last batch when its process dies, without losing or repeating a row', async () => {
    const world = await openWorld();
    const { upload, read, hangAt } = await openImports(world);
    const id = await upload(createFile(35));
    const hanging = await hangAt(id, 3);
    expect(await imported(world)).toHaveLength(20);
    // The lease hasn't expired.
    await world.settle();
    expect(await imported(world)).toHaveLength(20);
    await world.advance(15_001);
    expect(await read(id)).toMatchObject({ status: 'complete', progress: { done: 35, new_leads: 35 } });
    await hanging.resume();
    expect(await imported(world)).toHaveLength(35);
    const lines = await world.db.select().from(leadImportLines).orderBy(asc(leadImportLines.line));
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 35 }, (_, n) => n + 2));
    expect(await openCalls(world)).toHaveLength(35);
  });

  it('is paused between batches and resumed by another process', async () => {
    const world = await openWorld();
    const { upload, read, act, hangAt } = await openImports(world);
    const id = await upload(createFile(35));
    const hanging = await hangAt(id, 2);
    expect((await act(id, 'pause')).body.import).toMatchObject({ status: 'paused', progress: { done: 10 } });
    await hanging.resume();
    expect(await read(id)).toMatchObject({ status: 'paused', progress: { done: 10 } });
    expect((await act(id, 'pause')).status).toBe(200);
    expect((await act(id, 'resume')).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'complete', progress: { done: 35, new_leads: 35 } });
    const actions = (await world.db.select().from(auditLog)).map(({ action }) => action);
    expect(actions).toEqual(['leads import', 'leads import pause', 'leads import resume']);
  });

  it('is canceled with or without its leads', async () => {
    const world = await openWorld();
    const { upload, read, act, hangAt } = await openImports(world);
    const kept = await upload(createFile(25));
    const first = await hangAt(kept, 2);
    expect((await act(kept, 'cancel', { keep_leads: true })).body.import.status).toBe('canceled');
    await first.resume();
    expect(await imported(world)).toHaveLength(10);
    expect(await world.db.select().from(leadImportParts)).toEqual([]);
    const removed = await upload(createFile(25, 100));
    const second = await hangAt(removed, 3);
    expect((await act(removed, 'cancel', { keep_leads: false })).status).toBe(200);
    await second.resume();
    expect(await read(removed)).toMatchObject({ status: 'canceled', can_undo: false });
    expect(await imported(world)).toHaveLength(10);
    expect(await openCalls(world)).toHaveLength(10);
    expect((await act(removed, 'resume')).body.code).toBe('importEnded');
  });

  it('rejects the row that the database refuses, and imports the others', async () => {
    const world = await openWorld();
    const { upload, read, rejected, start } = await openImports(world);
    await world.db.execute(
      sql`create function refuse_bo() returns trigger language plpgsql as
        'begin if new.fname = ''Bo'' then raise exception ''refused''; end if; return new; end'`,
    );
    await world.db.execute(
      sql`create trigger refuse_bo before insert on ${leads} for each row execute function refuse_bo()`,
    );
    try {
      const id = await upload(`Name,Phone\nAda,${number(0)}\nBo,${number(1)}\nCy,${number(2)}\n`);
      await start(id);
      for (let attempt = 0; attempt < 4; attempt += 1) await world.advance(5_001);
      expect(await read(id)).toMatchObject({ status: 'complete', progress: { new_leads: 2, rejected: 1 } });
      expect(await rejected(id)).toContain('Something went wrong with this line.');
    } finally {
      await world.db.execute(sql`drop function refuse_bo cascade`);
    }
  });
});
