import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { PERSONAL_DATA } from '../../operations/core/personal-data.ts';
import { type Database, insert, queryRows } from '../../platform/database/database.ts';
import {
  auditLog,
  calls,
  callUsers,
  crmCalls,
  crmContacts,
  effects,
  externalLinks,
  leadConsents,
  leadImportLines,
  leadImports,
  leads,
  legs,
  messages,
  notes,
  numbers,
  recordingAnalyses,
  recordingComments,
  recordingPauses,
  recordings,
  routingDecisions,
  scheduledCalls,
  scorecardAnswers,
  scorecardQuestions,
  scorecards,
  tags,
  users,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { ACCOUNT, firstRow } from './rows.ts';

export const PHONE = '+14155552611';
export const OTHER_PHONE = '+14155552612';
/** The team's tag: exported, and kept after erasure. */
export const TAG = 'mark-tag';
const RECORDING = 'mark-recording.wav';

export async function dumpDatabase(db: Database): Promise<string> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  let text = '';
  for (const { name } of tables) {
    const rows = await queryRows<{ row: unknown }>(db, sql.raw(`select to_json(t) as row from "${name}" t`));
    text += JSON.stringify(rows.map(({ row }) => row));
  }
  return text;
}

export function dumpFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        entry.name + (entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'latin1') : ''),
    )
    .join('\n');
}

export async function addPersonData(db: Database, dataFolder: string, leadFields: object = {}) {
  const marks: string[] = [];
  const filled = new Set<string>();
  /** Adds a row with a unique mark in every personal free-text column. */
  const add = async <T extends PgTable>(table: T, row: object): Promise<T['$inferSelect']> => {
    const name = getTableName(table);
    filled.add(name);
    const values: Record<string, unknown> = { ...row };
    for (const column of Object.values(getTableColumns(table))) {
      if (column.name in values || !PERSONAL_DATA[name]?.personal?.includes(column.name)) continue;
      if (column.columnType !== 'PgText' || column.enumValues?.length) continue;
      const mark = `mark-${name}-${column.name}-${marks.length}`;
      marks.push(mark);
      values[column.name] = mark;
    }
    return insert(db, table, values as never);
  };
  const mark = (text: string) => {
    marks.push(text);
    return text;
  };
  const at = new Date();
  const user = await firstRow(
    db.select().from(users).where(eq(users.account_id, ACCOUNT)).orderBy(asc(users.id)),
  );
  const line = await firstRow(
    db.select().from(numbers).where(eq(numbers.account_id, ACCOUNT)).orderBy(asc(numbers.id)),
  );
  const { profile } = await firstRow(db.select({ profile: tags.profile_id }).from(tags).limit(1));
  const tagFields = { profile_id: profile, key: 'of-a-person', name: TAG, color: '#000000' };
  const tag = await insert(db, tags, tagFields);
  const endpoint = {
    account_id: ACCOUNT,
    url: 'https://recipient.example/secret-path',
    secret: 's',
    events: [],
  };
  const destination = await insert(db, webhookEndpoints, endpoint);
  const lead = await add(leads, { account_id: ACCOUNT, phone_number: PHONE, tag_id: tag.id, ...leadFields });
  await add(leadConsents, { lead_id: lead.id, channel: 'both', given_at: at, fingerprint: 'hash' });
  const callFields = {
    account_id: ACCOUNT,
    type: 'lead',
    direction: 'outbound',
    status: 'completed',
    ended_at: at,
  };
  const reasons = [mark('mark-calls-reasons')];
  const call = await add(calls, {
    ...callFields,
    lead_id: lead.id,
    number_id: line.id,
    phone_number: PHONE,
    reasons,
  });
  await add(calls, { ...callFields, direction: 'inbound', type: 'inbound', phone_number: PHONE });
  const participant = { call_id: call.id, user_id: user.id };
  await add(callUsers, { ...participant, type: 'lead', status: 'ended', n: 999_999, ended_at: at });
  await add(legs, { call_id: call.id, kind: 'lead', status: 'completed', ended_at: at });
  mkdirSync(join(dataFolder, 'recordings'), { recursive: true });
  writeFileSync(join(dataFolder, 'recordings', RECORDING), 'mark-voice');
  const recording = await add(recordings, {
    call_id: call.id,
    status: 'complete',
    path: RECORDING,
    bytes: 10,
  });
  const analysis = {
    duration_ms: 1,
    talk: null,
    silences: [],
    agent_levels: '',
    lead_levels: mark('mark-levels'),
  };
  await add(recordingAnalyses, { recording_id: recording.id, analysis });
  const link = { recording_id: recording.id, user_id: user.id, token_hash: 'a hash', expires_at: at };
  await add(externalLinks, link);
  await add(recordingComments, { recording_id: recording.id, user_id: user.id, at_ms: 1 });
  const question = { account_id: ACCOUNT, text: 'Next step?', kind: 'text', weight: 0, position: 0 } as const;
  const { id: question_id } = await insert(db, scorecardQuestions, question);
  const scorecard = await add(scorecards, participant);
  await add(scorecardAnswers, { scorecard_id: scorecard.id, question_id });
  await add(recordingPauses, { ...participant, paused_at: at, resumed_at: at });
  await add(notes, participant);
  const text = { account_id: ACCOUNT, lead_id: lead.id, status: 'failed', concluded_at: at };
  await add(messages, { ...text, from_number: PHONE, to_number: line.phone_number, direction: 'inbound' });
  const sent = await add(messages, { ...text, from_number: line.phone_number, to_number: PHONE });
  const scheduled = { account_id: ACCOUNT, lead_id: lead.id, due_at: at, requested_at: at };
  await add(scheduledCalls, { ...scheduled, ended_at: at });
  await add(scheduledCalls, { ...scheduled, cancelled: null });
  const agents = [{ user_id: user.id, verdict: 'rung', reason: mark('mark-routing-agents') }];
  await add(routingDecisions, { call_id: call.id, at, agents });
  const file = await insert(db, leadImports, { account_id: ACCOUNT, status: 'complete', ended_at: at });
  await add(leadImportLines, { import_id: file.id, line: 2, lead_id: lead.id });
  await db.delete(webhookEvents);
  const event = { account_id: ACCOUNT, lead_id: lead.id, type: 'lead_updated', due_at: new Date(4e12) };
  await add(webhookEvents, { ...event, body: null });
  const dispatched = await add(webhookEvents, {
    ...event,
    type: 'call_completed',
    call_id: call.id,
    told_at: at,
  });
  const delivery = {
    event_id: dispatched.id,
    destination_id: destination.id,
    since: at,
    due_at: new Date(4e12),
  };
  await add(webhookDeliveries, { ...delivery, status: 'waiting' });
  await add(crmContacts, { destination_id: destination.id, lead_id: lead.id });
  await add(crmCalls, { destination_id: destination.id, call_id: call.id });
  const change = {
    account_id: ACCOUNT,
    user_id: user.id,
    action: 'leads set',
    subject: `lead ${lead.id}: fname`,
  };
  await add(auditLog, change);
  await addEffects(db, call.id, sent.id, { ...callFields, phone_number: OTHER_PHONE });
  return { lead, call, marks, filled };
}

async function addEffects(db: Database, callId: number, textId: number, callFields: object): Promise<void> {
  const at = new Date();
  const other = await insert(db, calls, callFields as never);
  const dial = { kind: 'dial', legId: 1, from: '+14155550199', to: PHONE };
  const added = { leadId: 1, replacedLeadId: null, replacedNumber: PHONE };
  await db.insert(effects).values([
    { kind: 'dial', payload: dial, call_id: callId, done_at: at },
    { kind: 'dial', payload: { ...dial, to: OTHER_PHONE, added }, call_id: other.id, done_at: at },
    {
      kind: 'endSid',
      payload: { kind: 'endSid', sid: 'CA1' },
      call_id: other.id,
      done_at: at,
      last_error: `${PHONE} is not valid.`,
    },
    {
      kind: 'sendText',
      payload: { kind: 'sendText', messageId: textId },
      due_at: new Date(4e12),
      last_error: `${PHONE} is not reachable.`,
    },
  ]);
}
