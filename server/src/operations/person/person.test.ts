import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addToDoNotCallList } from '../../leads/do-not-call/do-not-call.ts';
import { insert } from '../../platform/database/database.ts';
import {
  auditLog,
  calls,
  doNotCallNumbers,
  effects,
  leadImportLines,
  leadImportParts,
  leadImports,
  leads,
  scheduledCalls,
} from '../../platform/database/schema.ts';
import { databaseState } from '../../testing/app/entities.ts';
import {
  addPersonData,
  dumpDatabase,
  dumpFiles,
  OTHER_PHONE,
  PHONE,
  TAG,
} from '../../testing/app/person-data.ts';
import { ACCOUNT, change, find } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { PERSONAL_DATA } from '../core/personal-data.ts';

async function addKnownPerson(world: TestWorld, leadFields: object = {}) {
  const person = await addPersonData(world.db, world.dataFolder, leadFields);
  const { app, signIn } = await openWholeApp(world);
  const headers = await signIn('admin@demo.test');
  const send = async (id: number, what: 'export' | 'erase') => {
    const response = await app.inject({
      method: 'POST',
      url: `/api/v1/console/leads/${id}/${what}`,
      headers,
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read what they name
    return { status: response.statusCode, text: response.body, body: response.json<any>() };
  };
  return { ...person, world, send, app, headers };
}

const listed = ({ db }: TestWorld) =>
  db.select().from(doNotCallNumbers).where(eq(doNotCallNumbers.phone_number, PHONE));

withDatabase('a person', (open) => {
  const openWorld = testWorlds(open);

  it('is exported completely, including do-not-call listing, tag and webhook recipients', async () => {
    const { world, lead, marks, filled, send } = await addKnownPerson(await openWorld());
    const exportedTables = Object.entries(PERSONAL_DATA).filter(([, one]) => one.part !== undefined);
    expect([...filled, 'do_not_call_numbers'].sort()).toEqual(exportedTables.map(([name]) => name).sort());
    await addToDoNotCallList(world.db, ACCOUNT, [PHONE], { source: 'file', by: null }, world.clock.now());
    const { status, text, body } = await send(lead.id, 'export');
    expect(status).toBe(200);
    for (const mark of [...marks, PHONE, TAG, `lead ${lead.id}: fname`]) expect(text).toContain(mark);
    const { person } = body;
    expect(person.do_not_call_number).toEqual({
      phone_number: PHONE,
      source: 'file',
      created_at: new Date(world.clock.now()).toISOString(),
    });
    for (const [, { part = '' }] of exportedTables) expect([part, person[part]]).not.toEqual([part, []]);
    expect(person.calls).toHaveLength(2);
    expect(person.outward_deliveries).toMatchObject([{ recipient: 'recipient.example' }]);
    expect(text).not.toContain('secret-path');
    const [line] = await world.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(line).toMatchObject({
      action: 'person export',
      subject: `lead ${lead.id}: exported`,
      user_id: expect.any(Number),
    });
  });

  it('is erased from every table and file, but the calls stay in the statistics', async () => {
    const { world, lead, call, marks, send, app, headers } = await addKnownPerson(await openWorld());
    const before = await dumpDatabase(world.db);
    for (const mark of [...marks, PHONE]) expect(before).toContain(mark);
    expect(dumpFiles(world.dataFolder)).toContain('mark-voice');
    const { status, body } = await send(lead.id, 'erase');
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        erased: {
          calls: 2,
          notes: 1,
          messages: 2,
          recordings: 1,
          routing_decisions: 1,
          import_lines: 1,
          outward_events: 2,
        },
        number_stays_listed: false,
      },
    ]);
    await world.settle();
    const left = await dumpDatabase(world.db);
    expect([...marks, PHONE].filter((mark) => left.includes(mark))).toEqual([]);
    expect(left, 'another person’s data is kept').toContain(OTHER_PHONE);
    expect(dumpFiles(world.dataFolder)).not.toContain('mark-');
    expect(await world.call(call.id)).toMatchObject({ status: 'completed', lead_id: lead.id });
    const open = await world.db.select().from(scheduledCalls).where(eq(scheduledCalls.lead_id, lead.id));
    expect(open.map(({ ended_at }) => ended_at)).not.toContain(null);
    const [line] = await world.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(line).toMatchObject({
      action: 'person erase',
      subject: `lead ${lead.id}: erased`,
      user_id: expect.any(Number),
      at: new Date(world.clock.now()),
    });
    // A page that was open before can't save the old data.
    const late = await app.inject({
      method: 'PUT',
      url: `/api/v1/console/leads/${lead.id}`,
      headers,
      payload: { version: lead.version, fname: 'Ada' },
    });
    expect(late.statusCode).toBe(409);
    // A second export has no personal data.
    const { person } = (await send(lead.id, 'export')).body;
    expect(person).toMatchObject({ phone_number: null, lead: { label: 'Erased' }, notes: [], messages: [] });
  });

  it.each([
    ['is on the list', {}, true, 'file'],
    ['had texted STOP', { do_not_call: true, stopped_at: new Date() }, false, 'erasure'],
    ['was marked “Do not call”', { do_not_call: true }, false, 'erasure'],
    ['was removed by an agent', { removed_at: new Date() }, false, 'erasure'],
  ])(
    'who %s is erased, and only the number stays on the do-not-call list',
    async (_what, leadFields, isListed, source) => {
      const { world, lead, marks, send } = await addKnownPerson(await openWorld(), leadFields);
      if (isListed) await addToDoNotCallList(world.db, ACCOUNT, [PHONE], { source: 'file', by: null }, 0);
      expect((await send(lead.id, 'erase')).body).toMatchObject({ number_stays_listed: true });
      expect(await listed(world)).toMatchObject([{ account_id: ACCOUNT, phone_number: PHONE, source }]);
      const left = await dumpDatabase(world.db);
      expect(marks.filter((mark) => left.includes(mark))).toEqual([]);
      expect(left.split(PHONE)).toHaveLength(2);
      // A new lead with the number isn't called.
      await world.postLead({ phone_number: PHONE, fname: 'Ada' });
      expect(await world.db.select().from(calls).where(eq(calls.phone_number, PHONE))).toEqual([]);
    },
  );

  it.each([
    ['is being rung', { status: 'ringing' }],
    ['is talking', { status: 'in-progress', talk_started_at: new Date() }],
  ])('who %s is not erased until the call ends', async (_what, now) => {
    const { world, lead, call, send } = await addKnownPerson(await openWorld());
    await change(world.db, calls, call.id, { ended_at: null, seen_at: new Date(), ...now } as never);
    const before = await databaseState(world.db);
    const { status, body } = await send(lead.id, 'erase');
    expect([status, body.error]).toEqual([409, 'This person is on a call. Try again after it ends.']);
    expect(await databaseState(world.db)).toEqual(before);
    await world.db.update(calls).set({ ended_at: new Date() }).where(eq(calls.id, call.id));
    expect((await send(lead.id, 'erase')).status).toBe(200);
  });

  it('is not erased during a call that now belongs to another lead', async () => {
    const { world, lead, send } = await addKnownPerson(await openWorld());
    const [other] = await world.db.select().from(calls).where(eq(calls.phone_number, OTHER_PHONE));
    await change(world.db, calls, other?.id ?? 0, { ended_at: null });
    expect((await send(lead.id, 'erase')).status).toBe(409);
    expect(await find(world.db, effects, eq(effects.call_id, other?.id ?? 0))).toHaveLength(2);
    expect(await world.db.select().from(leads).where(eq(leads.phone_number, PHONE))).toHaveLength(1);
  });

  it('is not erased during a lead import', async () => {
    const { world, lead, send } = await addKnownPerson(await openWorld());
    const running = { account_id: ACCOUNT, status: 'running', claimed_until: new Date(4e12) } as const;
    await world.db.insert(leadImports).values(running);
    expect((await send(lead.id, 'erase')).body.error).toBe(
      'A lead import is running for this account. Try again after it ends.',
    );
    await world.db.update(leadImports).set({ status: 'paused', claimed_until: null });
    expect((await send(lead.id, 'erase')).status).toBe(409);
  });

  it('is erased from files that wait for their start, and from rejected rows', async () => {
    const { world, lead, send } = await addKnownPerson(await openWorld());
    const addFile = async (status: 'draft' | 'complete') => {
      const { id } = await insert(world.db, leadImports, { account_id: ACCOUNT, status });
      await insert(world.db, leadImportParts, { import_id: id, n: 0, bytes: Buffer.from('x') });
      return id;
    };
    await addFile('draft');
    const done = await addFile('complete');
    const rejected = { import_id: done, outcome: 'refused', reason: 'Email not valid' };
    const national = `(${PHONE.slice(2, 5)}) ${PHONE.slice(5, 8)}-${PHONE.slice(8)}`;
    const cells = [
      ['Ada', national],
      ['Bo', '+14155559999'],
    ];
    for (const [index, one] of cells.entries())
      await insert(world.db, leadImportLines, { ...rejected, line: index + 2, cells: one });
    expect((await send(lead.id, 'erase')).status).toBe(200);
    expect((await world.db.select().from(leadImports)).filter(({ status }) => status === 'draft')).toEqual(
      [],
    );
    const lines = await world.db.select().from(leadImportLines).orderBy(leadImportLines.line);
    expect(lines.filter(({ import_id }) => import_id === done).map((line) => line.cells)).toEqual([
      null,
      ['Bo', '+14155559999'],
    ]);
  });
});
