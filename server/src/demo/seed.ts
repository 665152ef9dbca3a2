// Deterministic, with times relative to `now`. `now` is stored, so that a prebuilt database can be shifted to the
// present at its first use.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav } from '@offhook/contract/wav';
import { eq, sql } from 'drizzle-orm';
import { type Database, insert, transaction } from '../platform/database/database.ts';
import * as schema from '../platform/database/schema.ts';
import {
  DEMO_ACCOUNTS,
  DEMO_TAGS,
  DEMO_TIME_ZONE,
  type DemoAccount,
  demoKey,
  OFFICE_HOURS,
} from './accounts.ts';
import { DEMO_LEADS, type DemoLead, SPECIAL_LEADS } from './leads.ts';
import { FEW_PAST_CALLS, PAST_CALLS, type PastCall } from './past-calls.ts';
import { SAMPLE_RATE, synthesizeConversation } from './speech-like.ts';
import { DEMO_USERS } from './users.ts';

const { accounts, apiKeys, leads, numbers, profiles, settings, tags, teamMembers, teams, users } = schema;
export const DEMO_MOMENT = 'demo_moment';

export interface SeedOptions {
  readonly now: number;
  readonly passwordHash: string;
  readonly hashKey: (key: string) => string;
  readonly recordingsFolder: string;
}

export async function seedDemo(db: Database, options: SeedOptions): Promise<void> {
  const demoRecordings = await transaction(db, async (tx) => {
    for (const account of DEMO_ACCOUNTS) await seedAccount(tx, account, options);
    const created: DemoRecording[] = [];
    for (const [index, email] of ['agent@demo.test', 'agent2@demo.test', 'agent3@demo.test'].entries()) {
      created.push(...(await seedPastCalls(tx, email, PAST_CALLS, index, options.now)));
    }
    created.push(...(await seedPastCalls(tx, 'supervisor@demo.test', FEW_PAST_CALLS, 3, options.now)));
    await tx.insert(settings).values({ key: DEMO_MOMENT, value: String(options.now) });
    for (const table of ['accounts', 'profiles']) {
      await tx.execute(sql.raw(`select setval('${table}_id_seq', (select max(id) from ${table}))`));
    }
    return created;
  });
  for (const recording of demoRecordings) writeRecording(options.recordingsFolder, recording);
}

async function seedAccount(tx: Database, account: DemoAccount, options: SeedOptions): Promise<void> {
  const created = new Date(options.now - 90 * 86_400_000);
  await tx.insert(accounts).values({
    id: account.id,
    name: account.name,
    country_code: 'US',
    time_zone: DEMO_TIME_ZONE,
    custom_crm_url: account.customCrmUrl ?? null,
    created_at: created,
    // Load tests use the demo, so it has no rate limit.
    key_calls_per_minute: null,
    recording_pause_minutes: 10,
    ...(account.strict
      ? { calling_from_minute: 480, calling_to_minute: 1260, attempts_per_day: 3 }
      : { calling_from_minute: 0, calling_to_minute: 1440, attempts_per_day: null }),
  });
  await tx.insert(users).values(
    DEMO_USERS.filter((user) => user.accountId === account.id).map((user) => ({
      account_id: account.id,
      email: user.email,
      full_name: user.fullName,
      phone_number: user.phone,
      password_hash: options.passwordHash,
      permissions: [...user.permissions],
      hubspot_id: '4412907',
      salesforce_domain: 'harbor-demo.my.salesforce.com',
      activecampaign_domain: 'harbor-demo',
      country_code: 'US',
      time_zone: DEMO_TIME_ZONE,
      created_at: created,
    })),
  );
  for (const [index, team] of account.teams.entries()) {
    const { id: teamId } = await insert(tx, teams, {
      account_id: account.id,
      name: team.name,
      is_default: index === 0,
      schedule: account.strict ? OFFICE_HOURS : null,
    });
    const { id: profileId } = await insert(tx, profiles, {
      ...(team.profileId === undefined ? {} : { id: team.profileId }),
      account_id: account.id,
      team_id: teamId,
      mode: team.mode,
      whisper_template: team.whisperTemplate,
      is_deal_whispertext: team.isDealWhispertext,
      voicemail_greeting: team.voicemailGreeting ?? null,
      script: team.script ?? null,
      retry_minutes: account.strict ? [1, 5] : [60, 120],
      followup_minutes: account.strict ? [5, 30] : [120, 240],
    });
    if (team.isDealWhispertext) {
      await tx
        .insert(tags)
        .values(DEMO_TAGS.map((tag, position) => ({ ...tag, profile_id: profileId, position })));
    }
    for (const email of team.members) {
      const { id: userId } = await userOf(tx, email);
      await tx.insert(teamMembers).values({ team_id: teamId, user_id: userId });
    }
    const lines = account.numbers.filter((number) => number.team === team.name);
    if (lines.length > 0) {
      await tx.insert(numbers).values(
        lines.map(({ name, phone }) => ({
          account_id: account.id,
          team_id: teamId,
          name,
          phone_number: phone,
        })),
      );
    }
  }
  await seedLeads(tx, account.id, account.id === 100 ? DEMO_LEADS : SPECIAL_LEADS, options.now);
  await tx
    .insert(apiKeys)
    .values({ account_id: account.id, name: 'Demo', key_hash: options.hashKey(demoKey(account.id)) });
}

async function seedLeads(
  tx: Database,
  accountId: number,
  list: readonly DemoLead[],
  now: number,
): Promise<void> {
  await tx.insert(leads).values(
    list.map(({ phone, ...lead }, index) => {
      const at = new Date(now - (list.length - index) * 11 * 3_600_000);
      const name = `${lead.fname} ${lead.lname}`.trim();
      return {
        ...lead,
        account_id: accountId,
        phone_number: phone,
        label: lead.label ?? name,
        created_at: at,
        updated_at: at,
      };
    }),
  );
}

interface DemoRecording {
  readonly path: string;
  readonly seconds: number;
  readonly seed: number;
  readonly agentChannel: number;
}

/** @param shift offset into the leads, so that each agent has different ones */
async function seedPastCalls(
  tx: Database,
  email: string,
  list: readonly PastCall[],
  shift: number,
  now: number,
): Promise<DemoRecording[]> {
  const agent = await userOf(tx, email);
  const colleague = await userOf(tx, 'agent12@demo.test');
  const [line] = await tx.select().from(numbers).where(eq(numbers.phone_number, '+14155550199'));
  const [profile] = await tx
    .select()
    .from(profiles)
    .where(eq(profiles.team_id, line?.team_id ?? 0));
  const accountLeads = await tx
    .select()
    .from(leads)
    .where(eq(leads.account_id, agent.account_id))
    .orderBy(leads.id);
  const demoRecordings: DemoRecording[] = [];
  for (const [index, past] of [...list].reverse().entries()) {
    const lead =
      past.lead === undefined ? null : (accountLeads[(past.lead + shift * 5) % accountLeads.length] ?? null);
    const startedAt = new Date(now - (past.minutesAgo + shift * 7) * 60_000);
    const talkedAt = past.seconds > 0 ? new Date(startedAt.getTime() + 9_000) : null;
    const endedAt = new Date((talkedAt ?? startedAt).getTime() + (talkedAt ? past.seconds * 1000 : 30_000));
    const handler =
      past.handledBy === 'agent' ? agent.id : past.handledBy === 'colleague' ? colleague.id : null;
    const call = await insert(tx, schema.calls, {
      account_id: agent.account_id,
      type: past.type,
      direction: past.direction,
      status: past.status,
      result: past.result ?? null,
      team_id: line?.team_id ?? null,
      profile_id: profile?.id ?? null,
      lead_id: lead?.id ?? null,
      number_id: line?.id ?? null,
      phone_number: lead?.phone_number ?? `+1415555017${shift}`,
      retry: past.retry ?? null,
      lead_retry: past.leadRetry ?? null,
      agent_id: handler,
      started_at: startedAt,
      talk_started_at: talkedAt,
      ended_at: endedAt,
      seconds: past.seconds,
    });
    const accepted = past.handledBy === 'agent' ? new Date(startedAt.getTime() + 4_000) : null;
    await tx.insert(schema.callUsers).values({
      call_id: call.id,
      user_id: agent.id,
      type: past.type,
      status: past.callUserStatus,
      n: index + 1,
      created_at: startedAt,
      rung_at: startedAt,
      acknowledged_at: startedAt,
      accepted_at: accepted,
      ended_at: endedAt,
      result: past.handledBy === 'agent' ? (past.result ?? null) : null,
      taken_by: past.handledBy === 'colleague' ? colleague.id : null,
    });
    if (past.isRecorded) {
      const agentChannel = past.direction === 'inbound' ? 2 : 1;
      const path = `demo-${call.id}.wav`;
      await tx.insert(schema.recordings).values({
        call_id: call.id,
        status: 'complete',
        path,
        agent_channel: agentChannel,
        duration_seconds: past.seconds,
        created_at: talkedAt ?? startedAt,
        completed_at: endedAt,
      });
      demoRecordings.push({ path, seconds: past.seconds, seed: call.id, agentChannel });
    }
  }
  await tx.update(users).set({ call_user_total: list.length }).where(eq(users.id, agent.id));
  return demoRecordings;
}

function writeRecording(folder: string, recording: DemoRecording): void {
  const { agent, lead } = synthesizeConversation(recording.seconds, recording.seed);
  const [left, right] = recording.agentChannel === 1 ? [agent, lead] : [lead, agent];
  writeFileSync(join(folder, recording.path), encodeWav(SAMPLE_RATE, [left, right]), { mode: 0o600 });
}

async function userOf(tx: Database, email: string): Promise<{ id: number; account_id: number }> {
  const [user] = await tx
    .select({ id: users.id, account_id: users.account_id })
    .from(users)
    .where(eq(users.email, email));
  return user ?? missing(`user ${email}`);
}

function missing(what: string): never {
  throw new Error(`no ${what}`);
}
