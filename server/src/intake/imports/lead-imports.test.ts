import { eq, isNotNull, isNull, like } from 'drizzle-orm';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, insert } from '../../platform/database/database.ts';
import {
  accounts,
  auditLog,
  calls,
  leadImportLines,
  leadImportParts,
  leadImports,
  leads,
  scheduledCalls,
} from '../../platform/database/schema.ts';
import { createRealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { find, firstRow, leadOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { errorResponse, requestJson, upload as send } from '../../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { type ImportReport, type LeadImports, startLeadImports } from './lead-imports.ts';

const KEY = { authorization: 'Bearer demo-100' };
/** More than 50, after which progress is saved. */
const LINES = 56;
const BAD_FILE = errorResponse(
  'Send a UTF-8 file with phone numbers. A lead import needs a phone_number column.',
);

const upload = (world: TestWorld, file: Parameters<typeof send>[1], headers: object = KEY) =>
  send(world, file, headers);

async function report(world: TestWorld, id: number | undefined): Promise<ImportReport> {
  await world.settle();
  const { body } = await requestJson(world.base(), 'GET', `/api/v1/leads/imports/${id}`, KEY);
  expect(body['import']).not.toMatchObject({ status: 'running' });
  return body as unknown as ImportReport;
}

const importFile = async (world: TestWorld, file: Parameters<typeof upload>[1]) =>
  report(world, (await upload(world, file)).body.import?.id);

const createFile = (length: number, first: number) =>
  `phone_number\n${Array.from({ length }, (_, n) => `+1415555${first + n}\n`).join('')}`;

withDatabase('a lead import', (open) => {
  const start = testWorlds(open);

  it('imports each line and reports it', async () => {
    const world = await start();
    const file = [
      '\uFEFFFirst Name;Last Name;Phone;Company;Shoe size',
      'Zoë;"Müller; the elder";(415) 555-2601;Acme;44',
      ';;12;;',
      'Bo;Bell;;;',
      'Cy;Core;+1 415 555 2602',
      'Zoë;;(415) 555-2601;Other;',
    ].join('\r\n');
    const posted = await upload(world, file);
    expect(posted.status).toBe(202);
    const result = await report(world, posted.body.import?.id);
    expect(result.import).toMatchObject({
      status: 'complete',
      lines: 5,
      taken: 3,
      refused: 2,
      error: null,
    });
    expect(result.lines.map(({ line, outcome, reason }) => [line, outcome.split(' ')[0], reason])).toEqual([
      [2, 'scheduled', 'Queued from import.'],
      [3, 'refused', 'This phone number is too short.'],
      [4, 'refused', 'There is no phone number.'],
      [5, 'scheduled', 'Queued from import.'],
      [6, 'scheduled', 'Queued from import.'],
    ]);
    const zoe = await leadOf(world.db, '+14155552601');
    expect(zoe).toMatchObject({ fname: 'Zoë', lname: 'Müller; the elder', company: 'Other' });
    expect(result.lines[4]?.lead_id).toBe(result.lines[0]?.lead_id);
    const core = await leadOf(world.db, '+14155552602');
    const [due] = await world.db
      .select()
      .from(scheduledCalls)
      .where(eq(scheduledCalls.lead_id, core?.id ?? 0));
    expect(result.lines.map((line) => [line.line, line.scheduled_for !== null])).toEqual([
      [2, true],
      [3, false],
      [4, false],
      [5, true],
      [6, true],
    ]);
    expect(result.lines[3]?.scheduled_for).toBe(due?.due_at.toISOString());
    // One call per team and minute.
    await world.settle();
    expect(await world.db.select().from(calls).where(isNotNull(calls.planned_for))).toHaveLength(1);
  });

  it('rejects a file that is not a CSV file of leads', async () => {
    const world = await start();
    const picture = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 7919) % 256);
    expect(await upload(world, picture)).toEqual(BAD_FILE);
    expect(await upload(world, 'fname,lname\nAda,Form\n')).toEqual(BAD_FILE);
    expect(await upload(world, '')).toEqual(BAD_FILE);
    expect((await upload(world, 'phone_number\n', {})).status).toBe(401);
    expect(await world.db.select().from(leadImports)).toEqual([]);
    expect(await world.db.select().from(leadImportParts)).toEqual([]);
  });

  it('reads UTF-16 with and without a byte order mark, and Windows-1252', async () => {
    const world = await start();
    const encodings: readonly ((text: string) => Buffer)[] = [
      (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
      (text) => Buffer.from(text, 'utf16le'),
      (text) => Buffer.from(text, 'latin1'),
    ];
    for (const [index, encoded] of encodings.entries()) {
      const number = `+1415555260${index}`;
      const file = encoded(`phone_number;fname\r\n${number};Zoë, Ñandú\r\n`);
      const result = await importFile(world, Uint8Array.from(file));
      expect(result.import).toMatchObject({ status: 'complete', taken: 1, refused: 0 });
      const [lead] = await find(world.db, leads, eq(leads.id, result.lines[0]?.lead_id ?? 0));
      expect(lead).toMatchObject({ fname: 'Zoë, Ñandú', phone_number: number });
    }
  });

  it('loses no lines to a wrong encoding or an unclosed quotation mark', async () => {
    const world = await start();
    const file = Buffer.concat([
      Buffer.from('phone_number,fname\n+14155552601,Zoë\n'),
      Buffer.from('+14155552602,Zo\xeb\n', 'latin1'),
      Buffer.from('+14155552603,"Cy\n+14155552604,"Di\nDee"\n+14155552605,"Ed\n+14155552606,5" Fay\n'),
    ]);
    const result = await importFile(world, Uint8Array.from(file));
    const open = 'The line has a quotation mark that is not closed.';
    const queued = 'Queued from import.';
    expect(result.lines.map(({ line, reason }) => [line, reason])).toEqual([
      [2, queued],
      [3, 'The line isn’t in UTF-8, unlike the rest of the file.'],
      [4, open],
      [6, queued],
      [7, open],
      [8, queued],
    ]);
    expect(await world.db.select().from(leadImportParts)).toEqual([]);
  });

  it('rejects a file that is too large without reading it', async () => {
    const world = await start({ maxLeadFileBytes: 1_000 });
    const tooLarge = errorResponse('The file is too large. Split it and import each part.', 413);
    const file = `phone_number\n${'+14155552601\n'.repeat(100)}`;
    expect(await upload(world, file)).toEqual(tooLarge);
    expect(await world.db.select().from(leadImports)).toEqual([]);
    const unknown = await fetch(`${world.base()}/api/v1/leads/imports`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', ...KEY },
      body: new Blob([file]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect({ status: unknown.status, body: await unknown.json() }).toEqual(tooLarge);
    expect(await world.db.select().from(leadImportParts)).toEqual([]);
  });

  it('continues after the last reported line, without duplicates, when its process hangs', async () => {
    const world = await start();
    const account = await firstRow(find(world.db, accounts, eq(accounts.id, 100)));
    const hanging = processThatHangs(world, 31);
    const file = [Buffer.from(createFile(LINES, 3000))] as unknown as AsyncIterable<Buffer>;
    const id = await hanging.imports.accept(account, file, null);
    await hanging.hangs;
    const byImport = eq(leadImportLines.import_id, id);
    const lines = () => world.db.select().from(leadImportLines).where(byImport).orderBy(leadImportLines.line);
    expect(await lines()).toHaveLength(30);
    await world.settle();
    expect(await lines()).toHaveLength(30);
    await world.advance(15_001);
    const result = await report(world, id);
    expect(result.import).toMatchObject({ status: 'complete', lines: LINES, taken: LINES, refused: 0 });
    hanging.resume();
    await hanging.imports.stop();
    expect((await lines()).map(({ line }) => line)).toEqual(Array.from({ length: LINES }, (_, n) => n + 2));
    const created = await world.db.select().from(leads).where(like(leads.phone_number, '+14155553%'));
    expect(created).toHaveLength(LINES);
    // One scheduled call per lead, not counting those that follow another call.
    const firsts = await world.db
      .select()
      .from(scheduledCalls)
      .where(isNull(scheduledCalls.previous_call_id));
    expect(firsts).toHaveLength(LINES);
    expect(await world.db.select().from(scheduledCalls).where(isNotNull(scheduledCalls.cancelled))).toEqual(
      [],
    );
    expect(await world.db.select().from(leadImportParts)).toEqual([]);
  });

  it('pauses when its process stops, and continues in the next one immediately', async () => {
    const world = await start();
    const { body } = await upload(world, createFile(24, 4000));
    await world.restart();
    const result = await report(world, body.import?.id);
    expect(result.import).toMatchObject({ status: 'complete', lines: 24, taken: 24 });
  });

  it('deletes an incomplete upload', async () => {
    const world = await start();
    const breaking = (async function* () {
      yield Buffer.from('phone_number\n+14155552601\n');
      throw new Error('the connection broke');
    })();
    const account = await firstRow(find(world.db, accounts, eq(accounts.id, 100)));
    await expect(world.work.deps.imports.accept(account, breaking, null)).rejects.toThrow(
      'the connection broke',
    );
    expect(await world.db.select().from(leadImports)).toEqual([]);
    const incomplete = await insert(world.db, leadImports, {
      account_id: 100,
      status: 'receiving',
      claimed_until: new Date(world.clock.now() + 1_000),
    });
    await insert(world.db, leadImportParts, { import_id: incomplete.id, n: 0, bytes: Buffer.from('x') });
    const { status } = await requestJson(world.base(), 'GET', `/api/v1/leads/imports/${incomplete.id}`, KEY);
    expect(status).toBe(404);
    await world.advance(1_001);
    expect(await world.db.select().from(leadImports)).toEqual([]);
    expect(await world.db.select().from(leadImportParts)).toEqual([]);
  });

  it('continues after an unreadable line', async () => {
    const world = await start();
    const file = `phone_number,fname\n+14155552601,Ada\n+14155552602,"${'x'.repeat(30_000)}"\n+14155552603,Cy\n`;
    const result = await importFile(world, file);
    expect(result.import).toMatchObject({ status: 'complete', taken: 2, refused: 1, error: null });
    expect(result.lines.map(({ line, reason }) => [line, reason])[1]).toEqual([
      3,
      'The value in column fname isn’t valid.',
    ]);
  });

  it('accepts CRM names, and rejects a line with an unknown one', async () => {
    const world = await start();
    const file = [
      'phone_number,crm,source_id',
      '+14155552601,Follow Up Boss,7',
      '+14155552602,Pipedrive,8',
      '+14155552603,,',
    ].join('\n');
    const result = await importFile(world, file);
    expect(result.lines.map(({ outcome, reason }) => [outcome.split(' ')[0], reason])[1]).toEqual([
      'refused',
      'Unknown CRM. Use HubSpot, Salesforce, ActiveCampaign or Follow Up Boss, or leave it blank.',
    ]);
    expect(result.import).toMatchObject({ taken: 2, refused: 1 });
    const [first] = await world.db.select().from(leads).where(eq(leads.phone_number, '+14155552601'));
    expect(first).toMatchObject({ crm: 'followupboss', source_id: '7' });
  });

  it('by an administrator is recorded in the audit log unless it is rejected', async () => {
    const [world, admin] = await start.as('admin@demo.test');
    const sendAs = (file: string) => upload(world, file, admin.headers);
    expect((await sendAs('no numbers\nhere\n')).status).toBe(422);
    const { status, body } = await sendAs('phone_number\n+14155552601\n');
    expect(status).toBe(202);
    expect(await world.db.select().from(auditLog).where(eq(auditLog.account_id, 100))).toMatchObject([
      {
        user_id: admin.id,
        action: 'leads import',
        subject: `file ${body.import?.id}`,
        address: '127.0.0.1',
      },
    ]);
    await report(world, body.import?.id);
    await upload(world, 'phone_number\n+14155552602\n');
    expect(await world.db.select().from(auditLog)).toHaveLength(1);
  });

  it('is visible only to administrators and API keys of its account', async () => {
    const world = await start();
    const { body } = await upload(world, 'phone_number\n+14155552601\n');
    const path = `/api/v1/leads/imports/${body.import?.id}`;
    await report(world, body.import?.id);
    expect((await (await world.agent('admin@demo.test')).get(path)).status).toBe(200);
    expect((await (await world.agent('agent@demo.test')).get(path)).status).toBe(403);
    const other = await requestJson(world.base(), 'GET', path, { authorization: 'Bearer demo-200' });
    expect(other.status).toBe(404);
  });
});

/** Simulates another process on the same database that hangs in its `at`-th transaction until `resume`. */
function processThatHangs(world: TestWorld, at: number) {
  let [reportHang, resume] = [() => {}, () => {}];
  const hangs = new Promise<void>((resolve) => {
    reportHang = resolve;
  });
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let count = 0;
  const db = new Proxy(world.db, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      if (name !== 'transaction') return value.bind(target);
      return async (...args: unknown[]) => {
        count += 1;
        if (count >= at) {
          reportHang();
          await resumed;
        }
        return (value as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  }) as Database;
  const { clock, provider } = world;
  const log = pino({ level: 'silent' });
  const { port } = provider;
  const address = { host: '127.0.0.1', port, cluster: '', secure: false };
  const realtime = createRealtimePublisher({ appId: 'a', key: 'k', secret: 's', ...address }, clock, log);
  const worker = { process: 'another process', submit: () => undefined };
  const imports: LeadImports = startLeadImports(
    { db, clock, log, realtime, worker, acceptsNewCalls: () => true },
    'another process',
    1e6,
  );
  onTestFinished(() => {
    resume();
    realtime.stop();
  });
  return { imports, hangs, resume: () => resume() };
}
