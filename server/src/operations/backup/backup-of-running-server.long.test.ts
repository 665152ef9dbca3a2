/** Takes a backup during active calls and checks what happens to them after a restore. */
import { join } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { type Database, insert, transaction } from '../../platform/database/database.ts';
import {
  auditLog,
  effects,
  leads,
  messages,
  scheduledCalls,
  sessions,
  signInTokens,
  userInvitations,
  webhookEndpoints,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { ACCOUNT, find, firstRow } from '../../testing/app/rows.ts';
import { withEmbeddedDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/servers/local.ts';
import { backUp, emptyTarget, FASTEST_TARGET, restoreOptions } from '../../testing/storage/backup.ts';
import { acceptRing, callOf, TALKING_LEAD } from '../../testing/world/conversations.ts';
import { voiceWorlds } from '../../testing/world/voice-world.ts';
import { until } from '../../testing/world/world.ts';
import { SKIPPED_IDS } from './after-restore.ts';
import { verifyArchive } from './archive.ts';
import { restore } from './restore.ts';
import { countRows, readTables } from './table-rows.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const DAY_MS = 24 * 3_600_000;

withEmbeddedDatabase('a backup during active calls', (open) => {
  const start = voiceWorlds(open);

  // Restores into PostgreSQL if it's installed, because the reconciliation's SQL must run there too.
  it.each(FASTEST_TARGET)('restored into %s, ends each call once and repeats no work', async (kind) => {
    const [world, ann] = await start.as('agent@demo.test');
    const talking = await world.postLead(TALKING_LEAD);
    const ring = await acceptRing(ann);
    await until('the conversation to start', async () => (await callOf(world, talking)).talk_started_at);
    await ann.present({ state: 'oncall' });
    // A different number for each kind, because the voice service keeps earlier texts.
    const textTo = kind === 'embedded' ? '+14155550111' : '+14155550113';
    const hook = { account_id: 100, url: 'https://example.com', secret: 's', events: ['call_completed'] };
    await world.db.insert(webhookEndpoints).values(hook);
    // Effects that were claimed by a dead process.
    const [lead, other] = await find(world.db, leads, eq(leads.account_id, 100));
    if (!lead || !other) throw new Error('the demo has no leads');
    const later = new Date(Date.now() + DAY_MS);
    const stuck = {
      claimed_by: 'a dead process',
      claimed_until: later,
      due_at: new Date(Date.now() - DAY_MS),
    };
    const text = (body: string, dueAt = stuck.due_at) =>
      transaction(world.db, async (tx) => {
        const message = await insert(tx, messages, {
          account_id: 100,
          lead_id: lead.id,
          from_number: '+14155550199',
          to_number: textTo,
          body,
          status: 'sending',
        });
        const messageId = message.id;
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
    const neverSent = await text('This one was never sent.');
    const notDue = await text('This one waits for the morning.', later);
    await world.db.insert(effects).values({
      ...stuck,
      kind: 'dial',
      payload: { kind: 'dial', legId: 1, from: '+14155550199', to: '+14155550112' },
      call_id: talking,
    });
    await world.db
      .update(scheduledCalls)
      .set({ ended_at: new Date() })
      .where(isNull(scheduledCalls.ended_at));
    const addScheduledCall = async (leadId: number, dueAt: Date) => {
      const scheduledCall = await insert(world.db, scheduledCalls, {
        account_id: 100,
        lead_id: leadId,
        due_at: dueAt,
        reason: 'A test',
        requested_at: new Date(),
      });
      return scheduledCall.id;
    };
    // Due after the backup and before the restore.
    const overdue = await addScheduledCall(lead.id, new Date(Date.now() + DAY_MS / 2));
    const ahead = await addScheduledCall(other.id, new Date(Date.now() + 3 * DAY_MS));

    const [invitation] = await world.db
      .insert(userInvitations)
      .values({
        account_id: ACCOUNT,
        email: 'ada@example.com',
        full_name: '',
        permissions: [],
        team_ids: [],
        expires_at: new Date(Date.now() + DAY_MS),
        mail_status: 'queued',
        mail_at: new Date(),
      })
      .returning();
    const link = { invitation_id: invitation?.id ?? 0, expires_at: new Date(Date.now() + DAY_MS) };
    await world.db.insert(signInTokens).values({ ...link, token_hash: 'a hash' });

    // Last, because the provider rings for only 30 seconds.
    const ben = await world.agent('agent2@demo.test');
    const ringing = await world.postLead('+14155550106');
    await ben.phone.ring(1);
    await until('the rings to be created', async () => {
      const rings = await find(
        world.db,
        effects,
        and(eq(effects.call_id, ringing), eq(effects.kind, 'ring')),
      );
      return rings.length > 0 && rings.every(({ done_at }) => done_at !== null);
    });

    const file = join(scratchFolder(), 'backup.tar.gz');
    const manifest = await backUp(world.db, world.dataFolder, file, true);
    expect(await verifyArchive(file)).toEqual(manifest);
    const rows = new Map(manifest.tables.map((table) => [table.name, table.rows]));

    // After the backup: the conversation ended and a text was sent.
    const sent = await world.telephony.sendText({
      from: '+14155550199',
      to: textTo,
      body: 'This one went out after the backup.',
      statusCallback: 'http://127.0.0.1:9/nobody',
    });
    expect(sent).toMatchObject({ ok: true });
    await ann.post(`/api/v1/calls/${talking}/hangup`);
    await until('all lines of the call to close', async () =>
      (await world.lines()).every(({ call_sid, to }) => call_sid !== ring.callSid && to !== TALKING_LEAD),
    );
    const countProviderCalls = async () => {
      const lists = [TALKING_LEAD, '+14155550106', '+14155550112', ben.client('first')].map(async (to) => {
        const found = await world.telephony.callsTo(to);
        return found.ok ? found.value.length : found.message;
      });
      return Promise.all(lists);
    };
    const before = await countProviderCalls();
    const target = await emptyTarget(kind);
    const eighteenHoursLater = () => Date.now() + DAY_MS * 0.75;
    let done: Awaited<ReturnType<typeof restore>> | undefined;
    await world.restartWith(async () => {
      done = await restore({ ...restoreOptions(target, file), now: eighteenHoursLater });
      const db = await target.open();
      for (const table of await readTables(db)) {
        // Ending a session adds effects that close its phone and its connections.
        const closed = 3 * (rows.get('sessions') ?? 0);
        const added =
          table.name === 'audit_log' ? await accountsIn(db) : table.name === 'effects' ? closed : 0;
        const isForgotten = ['sessions', 'sign_in_tokens'].includes(table.name);
        const expected = isForgotten ? 0 : (rows.get(table.name) ?? 0) + added;
        expect([table.name, await countRows(db, table)]).toEqual([table.name, expected]);
      }
      return db;
    });
    expect(done?.reconciled).toMatchObject({
      calls_ended: 1,
      calls_to_compare: 1,
      scheduled_calls_canceled: 1,
      scheduled_calls_kept: 1,
      texts_to_look_up: 2,
    });
    const { db } = world;
    expect(await db.select().from(sessions)).toEqual([]);
    // Neither lost nor shown as being sent: it can be sent again.
    expect(await db.select().from(userInvitations)).toMatchObject([{ mail_status: 'failed' }]);
    const ended = await until('the conversation to end', async () => {
      const row = await callOf(world, talking);
      return row.ended_at ? row : null;
    });
    expect(ended.status).toBe('completed');
    const missed = await callOf(world, ringing);
    expect(missed.status).toBe('missed');
    expect(missed.reasons.at(-1)).toBe(
      'The server was restored from a backup before an agent accepted the call',
    );
    const textIs = async (id: number) => (await firstRow(find(db, messages, eq(messages.id, id)))).status;
    await until(
      'both texts to be settled',
      async () => (await textIs(neverSent)) === 'failed' && (await textIs(sentSince)) === 'sent',
    );
    expect(await textIs(notDue)).toBe('sending');
    const texts = await world.telephony.textsTo(textTo);
    expect(texts.ok && texts.value.map(({ body }) => body)).toEqual(['This one went out after the backup.']);

    await world.work.reconcile();
    await world.work.poll();
    expect(await countProviderCalls(), 'no phone rings again').toEqual(before);
    const left = await db
      .select({ kind: effects.kind })
      .from(effects)
      .where(and(isNull(effects.done_at), sql`${effects.kind} in ('ring', 'dial')`));
    expect(left).toEqual([]);
    const scheduled = await find(db, scheduledCalls, sql`${scheduledCalls.id} in (${overdue}, ${ahead})`);
    expect(scheduled.map(({ id, cancelled }) => [id, cancelled]).sort()).toEqual(
      [
        [overdue, 'The server was restored from a backup. The call may have been made after the backup.'],
        [ahead, null],
      ].sort(),
    );
    const events = await find(
      db,
      webhookEvents,
      and(eq(webhookEvents.call_id, talking), eq(webhookEvents.type, 'call_completed')),
    );
    expect(events).toHaveLength(1);
    const [auditEntry] = await db.select().from(auditLog).where(eq(auditLog.action, 'admin restore'));
    expect(auditEntry).toMatchObject({
      address: 'command line, ada',
      subject: expect.stringContaining('"calls_ended":1'),
    });
    const next = await insert(db, leads, { account_id: 100, phone_number: '+14155550999', label: 'New' });
    expect(next.id, 'an ID assigned since the backup is not reused').toBeGreaterThan(SKIPPED_IDS);
  });
});

async function accountsIn(db: Database): Promise<number> {
  return countRows(db, { name: 'accounts', columns: [] });
}
