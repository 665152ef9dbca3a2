/**
 * Turns a row of the contract's table of requests into a route of the server:
 *
 *     foreign origin? → who is it? → CSRF token → body read and parsed → the service → answer by the row's schema
 *
 * The first three come before the body is read: a stranger's bytes are not looked at.
 */

import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { REQUESTS } from '@offhook/contract/requests';
import { BAD_MOMENT, BAD_TEXT, UNKNOWN_CRM } from '@offhook/contract/text';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account, Session, SignedInUser } from './caller.ts';
import { Refusal, type RefusalCode } from './refusal.ts';

const ROWS = { ...REQUESTS, ...CONSOLE_REQUESTS };
type Rows = typeof ROWS;
type RowName = keyof Rows;
/** Who may ask. `supervisor`: administrators too. */
export type Access = Rows[RowName]['access'];

type Parsed<N extends RowName, K extends string> =
  Rows[N] extends Record<K, infer S extends z.ZodMiniType> ? z.output<S> : undefined;

/** What a service's answer must be; the row's schema drops what does not belong to it. */
export type AnswerOf<N extends RowName> = z.input<Rows[N]['response']>;

type Callers = {
  /** `user` is null for a visitor, `session` when there is no valid cookie at all. */
  anyone: { readonly user: SignedInUser | null; readonly session: Session | null };
  user: { readonly user: SignedInUser; readonly session: Session };
  supervisor: { readonly user: SignedInUser; readonly session: Session };
  admin: { readonly user: SignedInUser; readonly session: Session };
  'api-key': { readonly account: Account };
};

export type RouteRequest<N extends RowName> = Callers[Rows[N]['access']] & {
  readonly params: Parsed<N, 'params'>;
  readonly query: Parsed<N, 'query'>;
  readonly body: Parsed<N, 'body'>;
  /** The client's network address. */
  readonly address: string;
  readonly log: FastifyBaseLogger;
  /** For cookies and headers only. */
  readonly reply: FastifyReply;
};

/** Who asks: found before the body is read. */
export interface Caller {
  readonly session: Session | null;
  readonly account: Account | null;
}

/** The checks of `app.ts` that a route is built on. */
export interface Api {
  readonly server: FastifyInstance;
  /** Refuses, or says who asks. */
  readonly admit: (request: FastifyRequest, access: Access, changes: boolean) => Promise<Caller>;
}

export function route<N extends RowName>(
  api: Api,
  name: N,
  serve: (request: RouteRequest<N>) => Promise<AnswerOf<N>>,
): void {
  const row: Rows[RowName] = ROWS[name];
  const callers = new WeakMap<FastifyRequest, Caller>();
  api.server.route({
    method: row.method,
    url: row.path,
    onRequest: async (request) => {
      callers.set(request, await api.admit(request, row.access, row.method !== 'GET'));
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      const parts = {
        params: 'params' in row ? parse(row.params, request.params, () => 'notFound') : undefined,
        query:
          'query' in row
            ? parse(row.query, request.query, ({ message }) => CONTENT[message] ?? 'badInput')
            : undefined,
        body:
          'body' in row
            ? parse(row.body, request.body ?? {}, (issue) => bodyRefusal(name, issue))
            : undefined,
        user: caller?.session?.user ?? null,
        session: caller?.session ?? null,
        account: caller?.account ?? null,
        address: request.ip,
        log: request.log,
        reply,
      };
      // `admit` has made sure of the caller that the row's access promises.
      const answer = await serve(parts as unknown as RouteRequest<N>);
      return z.parse(row.response, answer);
    },
  });
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

function parse(schema: z.ZodMiniType, value: unknown, refusal: (issue: Issue) => RefusalCode) {
  const result = z.safeParse(schema, value);
  if (!result.success) throw new Refusal(refusal(result.error.issues[0] ?? { path: [], message: '' }));
  return result.data;
}

/** What is wrong with the value itself, whichever field has it. */
const CONTENT: Readonly<Record<string, RefusalCode>> = {
  [BAD_TEXT]: 'badText',
  [BAD_MOMENT]: 'badMoment',
  [UNKNOWN_CRM]: 'unknownCrm',
};

/** The sentence that helps, by the field that was wrong. */
function bodyRefusal(name: RowName, { path, message }: Issue): RefusalCode {
  const [field] = path;
  if (field === 'phone_number') return 'invalidPhoneNumber';
  if (name === 'login') return 'badCredentials';
  if (name === 'changePassword' && field === 'current_password') return 'wrongPassword';
  const content = CONTENT[message];
  if (content !== undefined) return content;
  if (name === 'changePassword') return 'badPassword';
  if (name === 'setDisposition') return 'badDisposition';
  if (name === 'sendSms' && field === 'smsbody') return 'messageLength';
  if (name === 'setTag') return 'badTag';
  if (name === 'saveNote' && field === 'content') return 'emptyNote';
  return name in CONSOLE_REQUESTS ? consoleRefusal(path) : 'badInput';
}

const CONSOLE_FIELDS: Readonly<Record<string, RefusalCode>> = {
  name: 'badName',
  full_name: 'badName',
  label: 'badName',
  email: 'badEmail',
  password: 'badPassword',
  time_zone: 'badTimeZone',
  country_code: 'badCountry',
  calling_countries: 'badCountries',
  schedule: 'badSchedule',
  retry_minutes: 'badMinutes',
  followup_minutes: 'badMinutes',
  delay_seconds: 'badMinutes',
  tags: 'badTags',
  members: 'badMember',
  owner_user_id: 'badMember',
  teams: 'badTeam',
  team_id: 'badTeam',
  fallback_team_id: 'badFallback',
  calling_from_minute: 'badWindow',
  calling_to_minute: 'badWindow',
  texting_from_minute: 'badWindow',
  texting_to_minute: 'badWindow',
  region_windows: 'badWindow',
  recording_regions: 'badRegions',
  recordings_days: 'badDays',
  personal_days: 'badDays',
  custom_crm_url: 'badCrmAddress',
  url: 'badAddress',
};

/** The innermost field that has a sentence: of a schedule's time zone it is the zone's. */
function consoleRefusal(path: readonly PropertyKey[]): RefusalCode {
  if (path.includes('tags')) return 'badTags';
  if (path.includes('members')) return 'badMember';
  if (path.includes('teams')) return 'badTeam';
  const known = path.findLast((part) => String(part) in CONSOLE_FIELDS);
  return CONSOLE_FIELDS[String(known)] ?? 'badInput';
}
