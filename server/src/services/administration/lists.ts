/** What the console shows of teams, users, numbers, rules, leads, imports and the audit log. */
import type {
  CallingRules,
  ConsoleAgent,
  ConsoleApiKey,
  ConsoleLead,
  ConsoleLeadDetail,
  ConsoleNumber,
  ConsoleTeam,
  ConsoleTeamDetail,
} from '@offhook/contract/console';
import { and, asc, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { isInSchedule } from '../../core/schedule.ts';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../store/database.ts';
import {
  apiKeys,
  auditLog,
  calls,
  leadImports,
  leads,
  messages,
  numbers,
  plannedCalls,
  profiles,
  tags,
  teamMembers,
  teams,
  users,
} from '../../store/schema.ts';
import { formattedNumber } from '../phone-numbers.ts';
import type { SignedInUser } from '../sessions.ts';
import { type AgentStateRow, agentStates, teamsByUser } from './agent-states.ts';
import { likePattern, pageOf, readCalls, readTexts } from './calls.ts';
import type { ApiKeyRow } from './keys.ts';
import type { ConsoleAnswer, ConsoleQuery } from './request.ts';
import type { AccountRow } from './rules.ts';

/* Teams */

export async function listTeams(db: Database, user: SignedInUser, now: number): Promise<ConsoleTeam[]> {
  const rows = await db
    .select()
    .from(teams)
    .where(eq(teams.account_id, user.account_id))
    .orderBy(asc(teams.name), asc(teams.id));
  const lines = await db
    .select()
    .from(numbers)
    .where(eq(numbers.account_id, user.account_id))
    .orderBy(asc(numbers.id));
  const agents = await agentStates(db, user.account_id, now, [eq(users.active, true)]);
  const memberships = await teamsByUser(db, user.account_id);
  return rows.map(({ account_id: _, ...team }) => {
    const own = agents.filter(({ user: { id } }) =>
      memberships.get(id)?.some(({ team_id }) => team_id === team.id),
    );
    return {
      ...team,
      is_open: isInSchedule(team.schedule, now),
      schedule: scheduleView(team.schedule),
      agents: own.length,
      available: own.filter(({ state }) => state === 'available').length,
      numbers: lines
        .filter(({ team_id }) => team_id === team.id)
        .map(({ id, name, phone_number }) => ({
          id,
          name,
          phone_number_formatted: formattedNumber(phone_number, user.country_code),
        })),
    };
  });
}

/** @throws Refusal notFound */
export async function readTeam(
  db: Database,
  user: SignedInUser,
  id: number,
  now: number,
): Promise<ConsoleTeamDetail> {
  const team = (await listTeams(db, user, now)).find((one) => one.id === id);
  if (!team) throw new Refusal('notFound');
  const members = await db
    .select()
    .from(teamMembers)
    .where(eq(teamMembers.team_id, id))
    .orderBy(asc(teamMembers.priority_group));
  const ofTeam = sql`exists (select from ${teamMembers} where ${teamMembers.user_id} = ${users.id}
    and ${teamMembers.team_id} = ${id})`;
  const states = await agentStates(db, user.account_id, now, [ofTeam]);
  const [profile] = await db.select().from(profiles).where(eq(profiles.team_id, id));
  const ofProfile = profile
    ? await db
        .select({ id: tags.id, key: tags.key, name: tags.name, color: tags.color })
        .from(tags)
        .where(eq(tags.profile_id, profile.id))
        .orderBy(asc(tags.position), asc(tags.id))
    : [];
  const groupOf = new Map(members.map((member) => [member.user_id, member.priority_group]));
  return {
    ...team,
    members: states
      .map(({ user: one, state }) => ({
        user_id: one.id,
        full_name: one.full_name,
        profile_picture: one.profile_picture,
        active: one.active,
        priority_group: groupOf.get(one.id) ?? 1,
        state,
      }))
      .sort((a, b) => a.priority_group - b.priority_group),
    profile: {
      mode: profile?.mode ?? 'simultaneous',
      whisper_template: profile?.whisper_template ?? null,
      is_deal_whispertext: profile?.is_deal_whispertext ?? false,
      retry_minutes: profile?.retry_minutes ?? [],
      followup_minutes: profile?.followup_minutes ?? [],
      records: profile?.records ?? true,
      announces_recording: profile?.announces_recording ?? false,
      delay_seconds: profile?.delay_seconds ?? 0,
      missed_text: profile?.missed_text ?? null,
      welcome_message: profile?.welcome_message ?? null,
      voicemail_greeting: profile?.voicemail_greeting ?? null,
      tags: ofProfile,
    },
  };
}

function scheduleView(schedule: typeof teams.$inferSelect.schedule): ConsoleTeam['schedule'] {
  return schedule && { time_zone: schedule.time_zone, pieces: [...schedule.pieces] };
}

/* Users */

export async function listAgents(
  db: Database,
  user: SignedInUser,
  query: ConsoleQuery<'listAgents'>,
  now: number,
): Promise<ConsoleAnswer<'listAgents'>> {
  const filters: SQL[] = [];
  if (query.search !== '')
    filters.push(sql`concat_ws(' ', ${users.full_name}, ${users.email}) ilike ${likePattern(query.search)}`);
  if (query.active !== undefined) filters.push(eq(users.active, query.active === 'yes'));
  if (query.team_id !== undefined)
    filters.push(sql`exists (select from ${teamMembers} where ${teamMembers.user_id} = ${users.id}
      and ${teamMembers.team_id} = ${query.team_id})`);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(users)
    .where(and(eq(users.account_id, user.account_id), ...filters));
  const total = counted?.total ?? 0;
  const rows = await agentStates(db, user.account_id, now, filters, {
    limit: query.limit,
    offset: (query.page - 1) * query.limit,
  });
  const memberships = await teamsByUser(db, user.account_id);
  return {
    success: true,
    data: rows.map((row) => agentView(row, memberships, user.country_code)),
    total,
    meta: { current_page: query.page, last_page: Math.max(1, Math.ceil(total / query.limit)) },
  };
}

/** @throws Refusal notFound */
export async function readAgent(
  db: Database,
  user: SignedInUser,
  id: number,
  now: number,
): Promise<ConsoleAgent> {
  const [row] = await agentStates(db, user.account_id, now, [eq(users.id, id)]);
  if (!row) throw new Refusal('notFound');
  return agentView(row, await teamsByUser(db, user.account_id), user.country_code);
}

function agentView(
  { user, state, reason }: AgentStateRow,
  memberships: Awaited<ReturnType<typeof teamsByUser>>,
  country: string,
): ConsoleAgent {
  return {
    id: user.id,
    email: user.email,
    full_name: user.full_name,
    profile_picture: user.profile_picture,
    phone_number: user.phone_number,
    phone_number_formatted:
      user.phone_number === null ? null : formattedNumber(user.phone_number, user.country_code ?? country),
    permissions: user.permissions,
    is_app_only: user.is_app_only,
    mobile_enabled: user.mobile_enabled,
    do_not_disturb: user.do_not_disturb,
    cap: user.cap,
    country_code: user.country_code,
    time_zone: user.time_zone,
    schedule: scheduleView(user.schedule),
    active: user.active,
    created_at: user.created_at.toISOString(),
    teams: [...(memberships.get(user.id) ?? [])],
    state: user.active ? state : 'unavailable',
    reason: user.active ? reason : 'Not active',
  };
}

/* Numbers, rules and keys */

export async function listNumbers(
  db: Database,
  user: SignedInUser,
  where: SQL | undefined = undefined,
): Promise<ConsoleNumber[]> {
  const rows = await db
    .select({ number: numbers, team: { id: teams.id, name: teams.name } })
    .from(numbers)
    .innerJoin(teams, eq(teams.id, numbers.team_id))
    .where(and(eq(numbers.account_id, user.account_id), where))
    .orderBy(asc(numbers.id));
  return rows.map(({ number, team }) => ({
    id: number.id,
    phone_number: number.phone_number,
    phone_number_formatted: formattedNumber(number.phone_number, user.country_code),
    name: number.name,
    team,
    is_ready: number.provider_sid !== null,
  }));
}

/** @throws Refusal notFound */
export async function readNumberRow(db: Database, user: SignedInUser, id: number): Promise<ConsoleNumber> {
  const [one] = await listNumbers(db, user, eq(numbers.id, id));
  if (!one) throw new Refusal('notFound');
  return one;
}

export function rulesView(account: AccountRow): CallingRules {
  return {
    name: account.name,
    country_code: account.country_code,
    time_zone: account.time_zone,
    calling_from_minute: account.calling_from_minute,
    calling_to_minute: account.calling_to_minute,
    attempts_per_day: account.attempts_per_day,
    region_windows: [...account.region_windows],
    custom_crm_url: account.custom_crm_url,
  };
}

export async function listDoNotCall(
  db: Database,
  user: SignedInUser,
  query: ConsoleQuery<'listDoNotCall'>,
): Promise<ConsoleAnswer<'listDoNotCall'>> {
  const found = await db
    .select()
    .from(leads)
    .where(
      and(
        eq(leads.account_id, user.account_id),
        eq(leads.do_not_call, true),
        query.cursor === undefined ? undefined : lt(leads.id, query.cursor),
        query.search === ''
          ? undefined
          : sql`concat_ws(' ', ${leads.label}, ${leads.phone_number}) ilike ${likePattern(query.search)}`,
      ),
    )
    .orderBy(desc(leads.id))
    .limit(query.limit + 1);
  const { rows, next } = pageOf(found, query.limit);
  return { success: true, data: rows.map((lead) => doNotCallView(lead, user.country_code)), next };
}

export function doNotCallView(lead: typeof leads.$inferSelect, country: string) {
  return {
    id: lead.id,
    phone_number: lead.phone_number,
    phone_number_formatted: formattedNumber(lead.phone_number, country),
    label: lead.label,
    updated_at: lead.updated_at.toISOString(),
  };
}

export async function listApiKeys(db: Database, accountId: number): Promise<ConsoleApiKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.account_id, accountId))
    .orderBy(desc(apiKeys.id));
  return rows.map(keyView);
}

export function keyView({ id, name, created_at, revoked_at }: ApiKeyRow): ConsoleApiKey {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}

/* Leads */

async function readLeads(
  db: Database,
  user: SignedInUser,
  filters: readonly (SQL | undefined)[],
  limit: number,
): Promise<{ row: typeof leads.$inferSelect; id: number; view: ConsoleLead }[]> {
  const rows = await db
    .select({
      lead: leads,
      owner: { id: users.id, full_name: users.full_name },
      team: { id: teams.id, name: teams.name },
    })
    .from(leads)
    .leftJoin(users, eq(users.id, leads.owner_user_id))
    .leftJoin(teams, eq(teams.id, leads.team_id))
    .where(and(eq(leads.account_id, user.account_id), ...filters))
    .orderBy(desc(leads.id))
    .limit(limit);
  return rows.map(({ lead, owner, team }) => ({
    row: lead,
    id: lead.id,
    view: {
      id: lead.id,
      label: lead.label,
      fname: lead.fname,
      lname: lead.lname,
      phone_number: lead.phone_number,
      phone_number_formatted: formattedNumber(lead.phone_number, user.country_code),
      email: lead.email,
      company: lead.company,
      category: lead.category,
      owner,
      team,
      do_not_call: lead.do_not_call,
      removed_at: lead.removed_at?.toISOString() ?? null,
      created_at: lead.created_at.toISOString(),
      updated_at: lead.updated_at.toISOString(),
    },
  }));
}

export async function listLeads(
  db: Database,
  user: SignedInUser,
  query: ConsoleQuery<'listLeads'>,
): Promise<ConsoleAnswer<'listLeads'>> {
  const text = sql`concat_ws(' ', ${leads.label}, ${leads.company}, ${leads.email}, ${leads.phone_number})`;
  const found = await readLeads(
    db,
    user,
    [
      query.cursor === undefined ? undefined : lt(leads.id, query.cursor),
      query.team_id === undefined ? undefined : eq(leads.team_id, query.team_id),
      query.owner_id === undefined ? undefined : eq(leads.owner_user_id, query.owner_id),
      query.search === '' ? undefined : sql`${text} ilike ${likePattern(query.search)}`,
    ],
    query.limit + 1,
  );
  const { rows, next } = pageOf(found, query.limit);
  return { success: true, data: rows.map(({ view }) => view), next };
}

const CALLS_OF_LEAD = 50;

/** @throws Refusal notFound */
export async function readLead(db: Database, user: SignedInUser, id: number): Promise<ConsoleLeadDetail> {
  const [found] = await readLeads(db, user, [eq(leads.id, id)], 1);
  if (!found) throw new Refusal('notFound');
  const { row, view } = found;
  const [tag] =
    row.tag_id === null
      ? []
      : await db
          .select({ id: tags.id, name: tags.name, color: tags.color })
          .from(tags)
          .where(eq(tags.id, row.tag_id));
  const [planned] = await db
    .select()
    .from(plannedCalls)
    .where(and(eq(plannedCalls.lead_id, id), isNull(plannedCalls.ended_at)));
  return {
    ...view,
    crm: row.crm,
    source_id: row.source_id,
    time_zone: row.time_zone,
    origin: row.origin,
    tag: tag ?? null,
    planned: planned
      ? {
          id: planned.id,
          due_at: planned.due_at.toISOString(),
          reason: planned.reason,
          retry: planned.retry,
          lead_retry: planned.lead_retry,
        }
      : null,
    calls: await readCalls(db, user, [eq(calls.lead_id, id)], CALLS_OF_LEAD),
    texts: await readTexts(db, eq(messages.lead_id, id)),
  };
}

/* Imports and the audit log */

export async function listImports(
  db: Database,
  accountId: number,
  query: ConsoleQuery<'listImports'>,
): Promise<ConsoleAnswer<'listImports'>> {
  const found = await db
    .select()
    .from(leadImports)
    .where(
      and(
        eq(leadImports.account_id, accountId),
        query.cursor === undefined ? undefined : lt(leadImports.id, query.cursor),
      ),
    )
    .orderBy(desc(leadImports.id))
    .limit(query.limit + 1);
  const { rows, next } = pageOf(found, query.limit);
  return {
    success: true,
    data: rows.map(({ id, status, lines, taken, refused, error, created_at, ended_at }) => ({
      id,
      status,
      lines,
      taken,
      refused,
      error,
      created_at: created_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
    })),
    next,
  };
}

export async function listAuditLog(
  db: Database,
  accountId: number,
  query: ConsoleQuery<'listAuditLog'>,
): Promise<ConsoleAnswer<'listAuditLog'>> {
  const found = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      user: { id: users.id, full_name: users.full_name },
      action: auditLog.action,
      subject: auditLog.subject,
      address: auditLog.address,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.user_id))
    .where(
      and(
        eq(auditLog.account_id, accountId),
        query.cursor === undefined ? undefined : lt(auditLog.id, query.cursor),
        query.user_id === undefined ? undefined : eq(auditLog.user_id, query.user_id),
        query.from === undefined ? undefined : gte(auditLog.at, new Date(query.from)),
        query.to === undefined ? undefined : lt(auditLog.at, new Date(query.to)),
        query.search === ''
          ? undefined
          : sql`concat_ws(' ', ${auditLog.action}, ${auditLog.subject}) ilike ${likePattern(query.search)}`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(query.limit + 1);
  const { rows, next } = pageOf(found, query.limit);
  return { success: true, data: rows.map((row) => ({ ...row, at: row.at.toISOString() })), next };
}
