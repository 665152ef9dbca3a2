/** A backup that is taken in the middle of calls, and what becomes of each of them after its return. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { eachEntry, type Manifest, readText, verifyArchive, writeArchive } from '../store/archive.ts';
import { type Database, transaction } from '../store/database.ts';
import { openFolder } from '../store/embedded.ts';
import { connectPostgres, openPostgres } from '../store/postgres.ts';
import {
  auditLog,
  calls,
  effects,
  leads,
  messages,
  outwardDestinations,
  outwardEvents,
  plannedCalls,
  recordings,
  sessions,
} from '../store/schema.ts';
import { countRows, readRows, readTables } from '../store/table-rows.ts';
import { withEmbeddedDatabase } from '../store/test-database.ts';
import { run } from '../store/test-postgres.ts';
import { makeBackup } from './backup.ts';
import { type RestoreWish, restore } from './restore.ts';
import { IDS_LEFT_OUT } from './restored.ts';
import { voiceWorlds } from './test-voice-world.ts';
import { until } from './test-world.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const TALKS = '+14155550100';
const DAY_MS = 24 * 3_600_000;

interface Target {
  readonly dataFolder: string;
  readonly databaseUrl: string;
  open(): Promise<Database>;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'offhook-backup-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

/** Empty, of either kind. What is opened of it is closed after the test's own servers. */
async function emptyTarget(kind: 'embedded' | 'postgres'): Promise<Target> {
  const dataFolder = join(folder(), 'data');
  if (kind === 'embedded')
    return {
      dataFolder,
      databaseUrl: '',
      async open() {
        const opened = await openFolder(join(dataFolder, 'pg'));
        onTestFinished(() => opened.close());
        return opened.db;
      },
    };
  const url = (name: string) => (inject('offhookPostgres') ?? '').replace('{database}', name);
  const name = `restored_${process.pid}_${Date.now()}`;
  await run(url('postgres'), `create database ${name} template template0`);
  onTestFinished(() => run(url('postgres'), `drop database ${name} with (force)`));
  return {
    dataFolder,
    databaseUrl: url(name),
    async open() {
      const opened = await openPostgres(url(name), () => undefined);
      onTestFinished(() => opened.close());
      return opened.db;
    },
  };
}

const TARGETS =
  inject('offhookPostgres') === null ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

function wishOf(target: Pick<Target, 'dataFolder' | 'databaseUrl'>, file: string): RestoreWish {
  const { dataFolder, databaseUrl } = target;
  return { dataFolder, databaseUrl, file, replaces: false, moved: false, now: Date.now, who: 'ada' };
}

function backupOf(db: Database, dataFolder: string, file: string, running: boolean): Promise<Manifest> {
  const database = 'embedded' as const;
  return makeBackup({
    db,
    database,
    dataFolder,
    file,
    running,
    now: Date.now(),
    withRecordings: true,
    withKeys: true,
  });
}

/** All values of all tables as text, in an order of their own. */
async function everything(db: Database): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>();
  await transaction(db, async (tx) => {
    for (const table of await readTables(tx)) {
      const lines: string[] = [];
      for await (const piece of readRows(tx, table)) lines.push(...piece.lines.trimEnd().split('\n'));
      all.set(table.name, lines.sort());
    }
  });
  return all;
}

withEmbeddedDatabase('a backup in the middle of calls', (open) => {
  const start = voiceWorlds(open);

  // Rows go through either database below; what is settled is SQL, judged on one that is not the backup's own.
  it.each(TARGETS.slice(-1))(
    'ends each of them once after its return, and nothing is done twice (into %s)',
    async (kind) => {
      const world = await start();
      const ann = await world.agent('agent@demo.test');
      const talking = await world.postLead(TALKS);
      const ring = await ann.phone.ring(1);
      ann.phone.accept(ring);
      await until(
        'they talk',
        async () => (await world.db.select().from(calls).where(eq(calls.id, talking)))[0]?.talk_started_at,
      );
      await ann.present({ state: 'oncall' });
      // The voice service remembers the texts of the other kind.
      const textTo = kind === 'embedded' ? '+14155550111' : '+14155550113';
      await world.db
        .insert(outwardDestinations)
        .values({ account_id: 100, url: 'https://example.com', secret: 's', events: ['call_completed'] });
      // Work that was ordered, and that a process which is gone was about to do.
      const [lead, other] = await world.db
        .select()
        .from(leads)
        .where(eq(leads.account_id, 100))
        .orderBy(asc(leads.id))
        .limit(2);
      const [call] = await world.db.select().from(calls).where(eq(calls.id, talking));
      if (!lead || !other || !call) throw new Error('the demo has no leads');
      const later = new Date(Date.now() + DAY_MS);
      const stuck = {
        claimed_by: 'a dead process',
        claimed_until: later,
        due_at: new Date(Date.now() - DAY_MS),
      };
      const text = (body: string, dueAt = stuck.due_at) =>
        transaction(world.db, async (tx) => {
          const [made] = await tx
            .insert(messages)
            .values({
              account_id: 100,
              lead_id: lead.id,
              from_number: '+14155550199',
              to_number: textTo,
              body,
              status: 'sending',
            })
            .returning();
          const messageId = made?.id ?? 0;
          await tx.insert(effects).values({
            ...stuck,
            due_at: dueAt,
            kind: 'sendText',
            payload: { kind: 'sendText', messageId },
            call_id: talking,
          });
          return messageId;
        });
      const sentSince = await text('This one went out after the backup.');
      const neverSent = await text('Nobody sent this one.');
      const notDue = await text('This one waits for the morning.', later);
      await world.db.insert(effects).values({
        ...stuck,
        kind: 'dial',
        payload: { kind: 'dial', legId: 1, from: '+14155550199', to: '+14155550112' },
        call_id: talking,
      });
      await world.db.update(plannedCalls).set({ ended_at: new Date() }).where(isNull(plannedCalls.ended_at));
      const promise = async (leadId: number, dueAt: Date) => {
        const [made] = await world.db
          .insert(plannedCalls)
          .values({
            account_id: 100,
            lead_id: leadId,
            due_at: dueAt,
            reason: 'A test',
            requested_at: new Date(),
          })
          .returning();
        return made?.id ?? 0;
      };
      // Until the backup it lies ahead.
      const overdue = await promise(lead.id, new Date(Date.now() + DAY_MS / 2));
      const ahead = await promise(other.id, new Date(Date.now() + 3 * DAY_MS));

      // Last: the provider rings for half a minute only.
      const ben = await world.agent('agent2@demo.test');
      const ringing = await world.postLead('+14155550106');
      await ben.phone.ring(1);
      await until('the ring was made', async () => {
        const orders = await world.db
          .select()
          .from(effects)
          .where(and(eq(effects.call_id, ringing), eq(effects.kind, 'ring')));
        return orders.length > 0 && orders.every(({ done_at }) => done_at !== null);
      });

      const file = join(folder(), 'backup.tar.gz');
      const manifest = await backupOf(world.db, world.dataFolder, file, true);
      expect(await verifyArchive(file)).toEqual(manifest);
      const rows = new Map(manifest.tables.map((table) => [table.name, table.rows]));

      // What happened since: the conversation ended, a text went out.
      const sent = await world.telephony.sendText({
        from: '+14155550199',
        to: textTo,
        body: 'This one went out after the backup.',
        statusCallback: 'http://127.0.0.1:9/nobody',
      });
      expect(sent).toMatchObject({ ok: true });
      await ann.post(`/api/v1/calls/${talking}/hangup`);
      await until('no line of it is left', async () =>
        (await world.lines()).every(({ call_sid, to }) => call_sid !== ring.callSid && to !== TALKS),
      );
      const made = async () => {
        const lists = [TALKS, '+14155550106', '+14155550112', `client:user_${ben.id}`].map(async (to) => {
          const found = await world.telephony.callsTo(to);
          return found.ok ? found.value.length : found.message;
        });
        return Promise.all(lists);
      };
      const before = await made();
      const target = await emptyTarget(kind);
      const eighteenHoursLater = () => Date.now() + DAY_MS * 0.75;
      let done: Awaited<ReturnType<typeof restore>> | undefined;
      await world.restartWith(async () => {
        done = await restore({ ...wishOf(target, file), now: eighteenHoursLater });
        const db = await target.open();
        for (const table of await readTables(db)) {
          const grown = table.name === 'audit_log' ? await accountsIn(db) : 0;
          const expected = table.name === 'sessions' ? 0 : (rows.get(table.name) ?? 0) + grown;
          expect([table.name, await countRows(db, table)]).toEqual([table.name, expected]);
        }
        return db;
      });
      expect(done?.settled).toMatchObject({
        calls_ended: 1,
        calls_to_compare: 1,
        promises_dropped: 1,
        promises_kept: 1,
        texts_to_look_up: 2,
      });
      const { db } = world;
      expect(await db.select().from(sessions)).toEqual([]);
      const ended = await until('the conversation has its end', async () => {
        const [row] = await db.select().from(calls).where(eq(calls.id, talking));
        return row?.ended_at ? row : null;
      });
      expect(ended.status).toBe('completed');
      const [missed] = await db.select().from(calls).where(eq(calls.id, ringing));
      expect(missed?.status).toBe('missed');
      expect(missed?.reasons.at(-1)).toBe(
        'The server was restored from a backup while nobody had taken the call yet.',
      );
      await until('each text has its end', async () =>
        (await db.select().from(messages).where(eq(messages.id, neverSent)))[0]?.status === 'failed' &&
        (await db.select().from(messages).where(eq(messages.id, sentSince)))[0]?.status === 'sent'
          ? true
          : null,
      );
      expect((await db.select().from(messages).where(eq(messages.id, notDue)))[0]?.status).toBe('sending');
      const texts = await world.telephony.textsTo(textTo);
      expect(texts.ok && texts.value.map(({ body }) => body)).toEqual([
        'This one went out after the backup.',
      ]);

      await world.control.reconcile();
      await world.control.poll();
      expect(await made(), 'nobody is rung or dialled again').toEqual(before);
      const left = await db
        .select({ kind: effects.kind })
        .from(effects)
        .where(and(isNull(effects.done_at), sql`${effects.kind} in ('ring', 'dial')`));
      expect(left).toEqual([]);
      const promises = await db
        .select()
        .from(plannedCalls)
        .where(sql`${plannedCalls.id} in (${overdue}, ${ahead})`);
      expect(promises.map(({ id, cancelled }) => [id, cancelled]).sort()).toEqual(
        [
          [overdue, 'The server was restored from a backup; the call may have been made since.'],
          [ahead, null],
        ].sort(),
      );
      const told = await db
        .select()
        .from(outwardEvents)
        .where(and(eq(outwardEvents.call_id, talking), eq(outwardEvents.type, 'call_completed')));
      expect(told).toHaveLength(1);
      const [noted] = await db.select().from(auditLog).where(eq(auditLog.action, 'admin restore'));
      expect(noted).toMatchObject({
        address: 'command line, ada',
        subject: expect.stringContaining('"calls_ended":1'),
      });
      const [next] = await db
        .insert(leads)
        .values({ account_id: 100, phone_number: '+14155550999', label: 'New' })
        .returning();
      expect(next?.id, 'an id that went out since is not given out again').toBeGreaterThan(IDS_LEFT_OUT);
    },
  );
});

async function accountsIn(db: Database): Promise<number> {
  return countRows(db, { name: 'accounts', columns: [] });
}

withEmbeddedDatabase('a backup', (open) => {
  it('of a product that was moved brings back every value, file and key, through either database', async () => {
    const { db } = await open({ demo: true });
    const source = folder();
    // What is hard to write down: bytes, lists, moments between two milliseconds, quotes, line breaks.
    await db
      .update(leads)
      .set({ fname: 'Zo"e\n\\ ☎\t', lname: "'; --" })
      .where(eq(leads.phone_number, TALKS));
    await db.execute(
      sql`insert into lead_imports (id, account_id, status, ended_at) values (7, 100, 'complete', '2026-01-02 03:04:05.678901+00')`,
    );
    await db.execute(
      sql`insert into lead_import_parts (import_id, n, bytes) values (7, 0, '\\x00ff0a5c'::bytea)`,
    );
    await db.execute(
      sql`update users set permissions = array['app-sms', 'a "quoted", one'] where email = 'agent@demo.test'`,
    );
    const [recorded] = await db.select().from(recordings).limit(1);
    await db.update(recordings).set({ path: null });
    await db
      .update(recordings)
      .set({ path: '100/a.wav' })
      .where(eq(recordings.id, recorded?.id ?? 0));
    mkdirSync(join(source, 'recordings/100'), { recursive: true });
    writeFileSync(join(source, 'recordings/100/a.wav'), 'audio');
    writeFileSync(join(source, 'secrets.json'), '{"key":"one"}');
    let file = join(folder(), 'first.tar.gz');
    await backupOf(db, source, file, false);
    const before = await everything(db);
    for (const kind of TARGETS) {
      const target = await emptyTarget(kind);
      await restore({ ...wishOf(target, file), moved: true });
      const restored =
        kind === 'embedded'
          ? await openFolder(join(target.dataFolder, 'pg'))
          : await connectPostgres(target.databaseUrl);
      const after = await everything(restored.db);
      for (const [name, lines] of before) {
        const kept =
          name === 'audit_log'
            ? after.get(name)?.filter((line) => !line.includes('admin restore'))
            : after.get(name);
        expect([name, kept]).toEqual([name, lines]);
      }
      expect(readFileSync(join(target.dataFolder, 'recordings/100/a.wav'), 'utf8')).toBe('audio');
      expect(readFileSync(join(target.dataFolder, 'secrets.json'), 'utf8')).toBe('{"key":"one"}');
      expect(readdirSync(target.dataFolder).sort()).toEqual([
        ...(kind === 'embedded' ? ['pg'] : []),
        'recordings',
        'secrets.json',
      ]);
      // The next one is made from this one.
      file = join(folder(), 'next.tar.gz');
      await db.execute(sql`delete from audit_log where action = 'admin restore'`);
      await restored.db.execute(sql`delete from audit_log where action = 'admin restore'`);
      await backupOf(restored.db, target.dataFolder, file, false);
      await restored.close();
    }
  });

  it('that is damaged, not complete, not ours or of tomorrow changes nothing', async () => {
    const { db } = await open({ demo: true });
    const source = folder();
    const file = join(folder(), 'whole.tar.gz');
    const manifest = await backupOf(db, source, file, true);
    const whole = readFileSync(file);
    const plain = gunzipSync(whole);
    const flipped = Buffer.from(plain);
    const at = flipped.indexOf('agent@demo.test');
    flipped.write('Agent', at);
    const rewritten = async (change: (manifest: Manifest) => Partial<Manifest>, name?: string) => {
      const draft = join(folder(), 'other.tar.gz');
      const contents: [string, string][] = [];
      await eachEntry(file, async (entry) => {
        contents.push([entry.name, await readText(entry.content)]);
      });
      await writeArchive(draft, async (archive) => {
        for (const [own, text] of contents)
          if (own !== 'backup.json' && own !== 'manifest.json') await archive.add(own, text);
        if (name) await archive.add(name, 'x');
        return { ...manifest, ...change(manifest) };
      });
      return readFileSync(draft);
    };
    const [table] = manifest.tables.filter(({ name }) => name === 'leads');
    const cases: [string, Buffer, RegExp][] = [
      ['half of it', whole.subarray(0, whole.length / 2), /damaged or not complete/],
      ['without its last bytes', whole.subarray(0, -20), /damaged or not complete/],
      ['nothing', Buffer.alloc(0), /its end is missing|not complete/],
      ['no archive', Buffer.from('hello'), /damaged/],
      ['other words in a row', gzipSync(flipped), /not what its manifest says/],
      ['a file outside', await rewritten(() => ({}), '../outside'), /names a file/],
      [
        'a step of tomorrow',
        await rewritten(({ steps }) => ({ steps: [...steps, '9999_x'] })),
        /newer version/,
      ],
      [
        'more rows than it says',
        await rewritten(({ tables }) => ({
          tables: tables.map((one) => (one === table || one.name === 'leads' ? { ...one, rows: 1 } : one)),
        })),
        /of leads it has/,
      ],
    ];
    const target = await emptyTarget('embedded');
    for (const [what, bytes, says] of cases) {
      const bad = join(folder(), 'bad.tar.gz');
      writeFileSync(bad, bytes);
      await expect(restore(wishOf(target, bad)), what).rejects.toThrow(says);
      expect(existsSync(target.dataFolder) ? readdirSync(target.dataFolder) : [], what).toEqual([]);
    }
    await expect(restore({ ...wishOf(target, file), moved: true })).rejects.toThrow(/went on after it/);
    await expect(restore(wishOf(target, join(target.dataFolder, 'none')))).rejects.toThrow(/ENOENT/);
  });

  it.runIf(TARGETS.length > 1)(
    'goes into no PostgreSQL that is used or filled, unless it is to be replaced',
    async () => {
      const { db } = await open({ demo: true });
      const file = join(folder(), 'backup.tar.gz');
      await backupOf(db, folder(), file, true);
      const target = await emptyTarget('postgres');
      const used = await connectPostgres(target.databaseUrl);
      await expect(restore(wishOf(target, file))).rejects.toThrow(/Somebody is connected/);
      await used.close();
      await until('nobody is connected', () =>
        restore(wishOf(target, file)).then(
          () => true,
          (error: Error) => {
            if (/Somebody/.test(error.message)) return false;
            throw error;
          },
        ),
      );
      const filled = async (wish: RestoreWish) =>
        until('an answer of the database', () =>
          restore(wish).then(
            ({ manifest }) => `${manifest.tables.length > 0}`,
            (error: Error) => (/Somebody/.test(error.message) ? null : error.message),
          ),
        );
      expect(await filled(wishOf(target, file))).toMatch(/There are rows in the database/);
      expect(await filled({ ...wishOf(target, file), replaces: true })).toBe('true');
    },
  );
});
