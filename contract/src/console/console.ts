/**
 * The requests of the administrator's console and of the live board: a table of the same shape as `requests.ts`, apart
 * from it, so that no phone carries it.
 *
 * `supervisor`: whoever may listen, whisper or barge, and every administrator. `admin`: administrators alone. All that
 * is answered, and all that can be changed, is of the signed-in user's account. Times are ISO 8601 in UTC. A list that
 * is paged by `cursor` answers `next`: the cursor of the page after it, or null. In a change, what is not named stays.
 */
import * as z from 'zod/mini';
import { CALL_DIRECTIONS, CALL_STATUSES, DISPOSITIONS, Paging } from '../entities.ts';
import { Success } from '../requests.ts';
import { newPassword, text } from '../text.ts';
import {
  AgentChange,
  AuditEntry,
  Board,
  CallingRules,
  CallingRulesChange,
  ConsoleAgent,
  ConsoleApiKey,
  ConsoleCall,
  ConsoleCallDetail,
  ConsoleCrm,
  ConsoleDelivery,
  ConsoleImport,
  ConsoleLead,
  ConsoleLeadDetail,
  ConsoleNumber,
  ConsoleTeam,
  ConsoleTeamDetail,
  ConsoleWebhook,
  cursor,
  DELIVERY_STATUSES,
  DoNotCallEntry,
  IdParams,
  ImportLine,
  isoMoment,
  limit,
  madeOf,
  NewAgent,
  NewConsoleCrm,
  NewTeam,
  NewWebhook,
  named,
  nullableInt,
  nullableText,
  optionalText,
  page,
  Retention,
  RetentionChange,
  search,
  TeamChange,
  timeZone,
  WebhookChange,
  whole,
} from './console-entities.ts';
import { PersonExport } from './person-export.ts';

interface ConsoleRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: 'supervisor' | 'admin';
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
}

const answer = <S extends Record<string, z.ZodMiniType>>(shape: S) =>
  z.object({ success: z.literal(true), ...shape });
const paged = <T extends z.ZodMiniType>(one: T) => answer({ data: z.array(one), next: nullableInt });

export const CONSOLE_REQUESTS = {
  /** Connectivity check: returns no data and does not extend the session. */
  ping: {
    method: 'GET',
    path: '/api/v1/console/ping',
    access: 'supervisor',
    response: answer({}),
  },

  readBoard: {
    method: 'GET',
    path: '/api/v1/console/board',
    access: 'supervisor',
    /** Of one team: its members, its waiting leads, its day. */
    query: z.object({ team_id: z._default(z.union([z.literal(''), whole]), '') }),
    response: Board,
  },

  listCalls: {
    method: 'GET',
    path: '/api/v1/console/calls',
    access: 'supervisor',
    query: z.object({
      cursor,
      limit,
      search,
      agent_id: z.optional(whole),
      team_id: z.optional(whole),
      status: z.optional(z.enum(CALL_STATUSES)),
      /** `none`: calls without a result. */
      result: z.optional(z.enum([...DISPOSITIONS, 'none'])),
      direction: z.optional(z.enum(CALL_DIRECTIONS)),
      from: isoMoment,
      to: isoMoment,
    }),
    response: paged(ConsoleCall),
  },
  readCall: {
    method: 'GET',
    path: '/api/v1/console/calls/:id',
    access: 'supervisor',
    params: IdParams,
    response: answer({ call: ConsoleCallDetail }),
  },

  listLeads: {
    method: 'GET',
    path: '/api/v1/console/leads',
    access: 'supervisor',
    query: z.object({ cursor, limit, search, team_id: z.optional(whole), owner_id: z.optional(whole) }),
    response: paged(ConsoleLead),
  },
  readLead: {
    method: 'GET',
    path: '/api/v1/console/leads/:id',
    access: 'supervisor',
    params: IdParams,
    response: answer({ lead: ConsoleLeadDetail }),
  },
  changeLead: {
    method: 'PUT',
    path: '/api/v1/console/leads/:id',
    access: 'admin',
    params: IdParams,
    body: z.object({
      fname: z.optional(text(100)),
      lname: z.optional(text(100)),
      label: z.optional(named(200)),
      email: optionalText(254),
      company: optionalText(200),
      category: optionalText(200),
      owner_user_id: z.optional(z.nullable(whole)),
      team_id: z.optional(z.nullable(whole)),
      time_zone: z.optional(z.nullable(timeZone)),
      do_not_call: z.optional(z.boolean()),
      /** false: an agent's 'Remove' is taken back. */
      removed: z.optional(z.boolean()),
      ...madeOf,
    }),
    response: answer({ lead: ConsoleLeadDetail }),
  },
  /** Everything that is stored of the person, for the person. Stands in the audit log. */
  exportLead: {
    method: 'POST',
    path: '/api/v1/console/leads/:id/export',
    access: 'admin',
    params: IdParams,
    response: answer({ person: PersonExport }),
  },
  /** It cannot be undone. The lead's row stays without a name and a number, and its calls count. */
  eraseLead: {
    method: 'POST',
    path: '/api/v1/console/leads/:id/erase',
    access: 'admin',
    params: IdParams,
    response: answer({
      /** How many there were. */
      erased: z.object({
        calls: z.int(),
        notes: z.int(),
        messages: z.int(),
        recordings: z.int(),
        routing_decisions: z.int(),
        import_lines: z.int(),
        outward_events: z.int(),
      }),
      /** The number is on the do-not-call list, and stays there. */
      number_stays_listed: z.boolean(),
    }),
  },

  listTeams: {
    method: 'GET',
    path: '/api/v1/console/teams',
    access: 'admin',
    response: answer({ data: z.array(ConsoleTeam) }),
  },
  readTeam: {
    method: 'GET',
    path: '/api/v1/console/teams/:id',
    access: 'admin',
    params: IdParams,
    response: answer({ team: ConsoleTeamDetail }),
  },
  addTeam: {
    method: 'POST',
    path: '/api/v1/console/teams',
    access: 'admin',
    body: NewTeam,
    response: answer({ team: ConsoleTeamDetail }),
  },
  changeTeam: {
    method: 'PUT',
    path: '/api/v1/console/teams/:id',
    access: 'admin',
    params: IdParams,
    body: TeamChange,
    response: answer({ team: ConsoleTeamDetail }),
  },

  listAgents: {
    method: 'GET',
    path: '/api/v1/console/agents',
    access: 'admin',
    query: z.object({
      page,
      limit,
      /** Part of name or email. */
      search,
      team_id: z.optional(whole),
      active: z.optional(z.enum(['yes', 'no'])),
    }),
    response: answer({ data: z.array(ConsoleAgent), total: z.int(), meta: Paging }),
  },
  readAgent: {
    method: 'GET',
    path: '/api/v1/console/agents/:id',
    access: 'admin',
    params: IdParams,
    response: answer({ agent: ConsoleAgent }),
  },
  addAgent: {
    method: 'POST',
    path: '/api/v1/console/agents',
    access: 'admin',
    body: NewAgent,
    /** `password`: the one that was made, shown this once; null: it was sent. */
    response: answer({ agent: ConsoleAgent, password: nullableText }),
  },
  changeAgent: {
    method: 'PUT',
    path: '/api/v1/console/agents/:id',
    access: 'admin',
    params: IdParams,
    body: AgentChange,
    response: answer({ agent: ConsoleAgent }),
  },
  /** All sessions of the agent end. */
  setAgentPassword: {
    method: 'POST',
    path: '/api/v1/console/agents/:id/password',
    access: 'admin',
    params: IdParams,
    body: z.object({ password: z.optional(newPassword) }),
    response: answer({ password: nullableText }),
  },
  logOutAgent: {
    method: 'POST',
    path: '/api/v1/console/agents/:id/logout',
    access: 'admin',
    params: IdParams,
    /** How many sessions ended. */
    response: answer({ ended: z.int() }),
  },

  listNumbers: {
    method: 'GET',
    path: '/api/v1/console/numbers',
    access: 'admin',
    response: answer({ data: z.array(ConsoleNumber) }),
  },
  addNumber: {
    method: 'POST',
    path: '/api/v1/console/numbers',
    access: 'admin',
    body: z.object({ phone_number: text(250), team_id: whole, name: optionalText(100) }),
    response: answer({ number: ConsoleNumber }),
  },
  changeNumber: {
    method: 'PUT',
    path: '/api/v1/console/numbers/:id',
    access: 'admin',
    params: IdParams,
    body: z.object({ team_id: z.optional(whole), name: optionalText(100) }),
    response: answer({ number: ConsoleNumber }),
  },
  /** Only one that no call has used. */
  removeNumber: {
    method: 'DELETE',
    path: '/api/v1/console/numbers/:id',
    access: 'admin',
    params: IdParams,
    response: Success,
  },

  readRules: {
    method: 'GET',
    path: '/api/v1/console/rules',
    access: 'admin',
    response: answer({ rules: CallingRules }),
  },
  changeRules: {
    method: 'PUT',
    path: '/api/v1/console/rules',
    access: 'admin',
    body: CallingRulesChange,
    response: answer({ rules: CallingRules }),
  },
  readRetention: {
    method: 'GET',
    path: '/api/v1/console/retention',
    access: 'admin',
    response: answer({ retention: Retention }),
  },
  changeRetention: {
    method: 'PUT',
    path: '/api/v1/console/retention',
    access: 'admin',
    body: RetentionChange,
    response: answer({ retention: Retention }),
  },
  listDoNotCall: {
    method: 'GET',
    path: '/api/v1/console/do-not-call',
    access: 'admin',
    /** In the order of the numbers. */
    query: z.object({ cursor, limit, search }),
    response: paged(DoNotCallEntry),
  },
  addDoNotCall: {
    method: 'POST',
    path: '/api/v1/console/do-not-call',
    access: 'admin',
    body: z.object({ phone_number: text(250) }),
    response: answer({ entry: DoNotCallEntry }),
  },
  removeDoNotCall: {
    method: 'DELETE',
    path: '/api/v1/console/do-not-call/:id',
    access: 'admin',
    /** `id`: the digits of the number. */
    params: IdParams,
    response: Success,
  },

  listWebhooks: {
    method: 'GET',
    path: '/api/v1/console/webhooks',
    access: 'admin',
    response: answer({ data: z.array(ConsoleWebhook) }),
  },
  addWebhook: {
    method: 'POST',
    path: '/api/v1/console/webhooks',
    access: 'admin',
    body: NewWebhook,
    /** `secret` signs what is posted: shown this once. */
    response: answer({ webhook: ConsoleWebhook, secret: z.string() }),
  },
  changeWebhook: {
    method: 'PUT',
    path: '/api/v1/console/webhooks/:id',
    access: 'admin',
    params: IdParams,
    body: WebhookChange,
    response: answer({ webhook: ConsoleWebhook }),
  },
  /** What is on its way to it is given up. */
  removeWebhook: {
    method: 'DELETE',
    path: '/api/v1/console/webhooks/:id',
    access: 'admin',
    params: IdParams,
    response: Success,
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/v1/console/webhooks/:id/deliveries',
    access: 'admin',
    params: IdParams,
    query: z.object({ cursor, limit, status: z.optional(z.enum(DELIVERY_STATUSES)) }),
    response: paged(ConsoleDelivery),
  },
  replayDelivery: {
    method: 'POST',
    path: '/api/v1/console/deliveries/:id/replay',
    access: 'admin',
    params: IdParams,
    response: answer({ delivery: ConsoleDelivery }),
  },
  /** An example of an event is posted at once, once. */
  testWebhook: {
    method: 'POST',
    path: '/api/v1/console/webhooks/:id/test',
    access: 'admin',
    params: IdParams,
    /** `status`: of the receiver's answer; null: there was none, and `error` says why. */
    response: answer({ delivered: z.boolean(), status: nullableInt, error: nullableText }),
  },

  listApiKeys: {
    method: 'GET',
    path: '/api/v1/console/keys',
    access: 'admin',
    response: answer({ data: z.array(ConsoleApiKey) }),
  },
  addApiKey: {
    method: 'POST',
    path: '/api/v1/console/keys',
    access: 'admin',
    body: z.object({ name: named(100) }),
    /** `secret`: the key itself, shown this once. */
    response: answer({ key: ConsoleApiKey, secret: z.string() }),
  },
  /** The key is good no more; its row stays as a record. */
  revokeApiKey: {
    method: 'DELETE',
    path: '/api/v1/console/keys/:id',
    access: 'admin',
    params: IdParams,
    response: answer({ key: ConsoleApiKey }),
  },

  listImports: {
    method: 'GET',
    path: '/api/v1/console/imports',
    access: 'admin',
    query: z.object({ cursor, limit }),
    response: paged(ConsoleImport),
  },
  /** With what became of its lines after `after`, in the order of the file; 500 at most. */
  readImport: {
    method: 'GET',
    path: '/api/v1/console/imports/:id',
    access: 'admin',
    params: IdParams,
    query: z.object({
      after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31 - 1)), 0),
    }),
    response: answer({
      import: z.pick(ConsoleImport, {
        id: true,
        status: true,
        lines: true,
        taken: true,
        refused: true,
        error: true,
      }),
      lines: z.array(ImportLine),
    }),
  },

  listCrms: {
    method: 'GET',
    path: '/api/v1/console/crms',
    access: 'admin',
    response: answer({ data: z.array(ConsoleCrm) }),
  },
  addCrm: {
    method: 'POST',
    path: '/api/v1/console/crms',
    access: 'admin',
    body: NewConsoleCrm,
    response: answer({ crm: ConsoleCrm }),
  },
  /** It is asked for a little of everything that is written; nothing is written. */
  testCrm: {
    method: 'POST',
    path: '/api/v1/console/crms/:id/test',
    access: 'admin',
    params: IdParams,
    /** null: it lets us in; else why not. */
    response: answer({ error: nullableText }),
  },
  /** What is on its way to it is given up; what is there stays. */
  removeCrm: {
    method: 'DELETE',
    path: '/api/v1/console/crms/:id',
    access: 'admin',
    params: IdParams,
    response: Success,
  },

  listAuditLog: {
    method: 'GET',
    path: '/api/v1/console/audit-log',
    access: 'admin',
    query: z.object({
      cursor,
      limit,
      user_id: z.optional(whole),
      /** Part of action or subject. */
      search,
      from: isoMoment,
      to: isoMoment,
    }),
    response: paged(AuditEntry),
  },
} as const satisfies Record<string, ConsoleRow>;

export type ConsoleRequests = typeof CONSOLE_REQUESTS;
export type ConsoleRequestName = keyof ConsoleRequests;
