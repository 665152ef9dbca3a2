// foreign origin? → authenticate → CSRF token → read and parse the body → call the service → validate the response
// → translate its sentences
//
// The first three steps come before the body is read, so unauthenticated bodies are never processed.

import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { BAD_PERIOD } from '@offhook/contract/console/report-entities';
import { REQUESTS } from '@offhook/contract/requests/all-requests';
import { SIGN_IN_PAGE_REQUESTS } from '@offhook/contract/requests/sign-in-page-requests';
import { BAD_MOMENT, BAD_TEXT, UNKNOWN_CRM } from '@offhook/contract/text';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Sentence } from '../core/sentences.ts';
import { ApiError, type ApiErrorCode, invalidField } from './api-error.ts';
import type { Account, Session, SignedInUser } from './caller.ts';
import { chooseResponseLanguage, languagesFor, translateFor } from './response-language.ts';
import { findSentenceRewrite } from './response-sentences.ts';
import { translateStored } from './stored-sentences.ts';

const ROWS = { ...REQUESTS, ...CONSOLE_REQUESTS };
type Rows = typeof ROWS;
type RowName = keyof Rows;
export type Access = Rows[RowName]['access'];

type Parsed<N extends RowName, K extends string> =
  Rows[N] extends Record<K, infer S extends z.ZodMiniType> ? z.output<S> : undefined;

/** The schema drops unknown fields. */
export type RouteResponse<N extends RowName> = z.input<Rows[N]['response']>;

type Callers = {
  /** `user` is null for a visitor, `session` if there is no valid cookie. */
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
  readonly address: string;
  readonly log: FastifyBaseLogger;
  readonly reply: FastifyReply;
  /** Accepted tags, most preferred first. Also sets the response's Vary header. */
  readonly languages: () => readonly string[];
  readonly translate: (sentence: Sentence) => string;
};

export interface Caller {
  readonly session: Session | null;
  readonly account: Account | null;
}

export interface Api {
  readonly server: FastifyInstance;
  readonly authorize: (request: FastifyRequest, access: Access, changes: boolean) => Promise<Caller>;
}

export function route<N extends RowName>(
  api: Api,
  name: N,
  serve: (request: RouteRequest<N>) => Promise<RouteResponse<N>>,
): void {
  const row: Rows[RowName] = ROWS[name];
  const callers = new WeakMap<FastifyRequest, Caller>();
  const rewrite = findSentenceRewrite(row.response);
  api.server.route({
    method: row.method,
    url: row.path,
    onRequest: async (request) => {
      callers.set(request, await api.authorize(request, row.access, row.method !== 'GET'));
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      const parts = {
        params: 'params' in row ? parse(row.params, request.params, () => 'notFound') : undefined,
        query:
          'query' in row
            ? parse(row.query, request.query, ({ message }) => CONTENT_ERRORS[message] ?? 'badInput')
            : undefined,
        body:
          'body' in row
            ? parse(row.body, request.body ?? {}, (issue) => bodyErrorCode(name, issue), isProgram(caller))
            : undefined,
        user: caller?.session?.user ?? null,
        session: caller?.session ?? null,
        account: caller?.account ?? null,
        address: request.ip,
        log: request.log,
        reply,
        languages: () => languagesFor(request, reply),
        translate: (sentence: Sentence) =>
          translateFor(request, reply, sentence, caller?.session?.user?.clock),
      };
      // `authorize` has checked that the caller is one that the row admits.
      const response = await serve(parts as unknown as RouteRequest<N>);
      const parsed = z.parse(row.response, response);
      if (rewrite === null) return parsed;
      const reader = chooseResponseLanguage(request, reply);
      return rewrite(parsed, (text) => translateStored(text, reader));
    },
  });
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

/** @param namesField for programs, whose authors see which of their fields is invalid; people see fields on their page */
function parse(
  schema: z.ZodMiniType,
  value: unknown,
  toErrorCode: (issue: Issue) => ApiErrorCode,
  namesField = false,
) {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issue: Issue = result.error.issues[0] ?? { path: [], message: '' };
  const code = toErrorCode(issue);
  if (code !== 'badInput' || !namesField || issue.path.length === 0) throw new ApiError(code);
  throw invalidField(issue.path.join('.'));
}

/** By an API key. */
const isProgram = (caller: Caller | undefined) => caller?.session === null && caller.account !== null;

const CONTENT_ERRORS: Readonly<Record<string, ApiErrorCode>> = {
  [BAD_TEXT]: 'badText',
  [BAD_MOMENT]: 'badMoment',
  [UNKNOWN_CRM]: 'unknownCrm',
  [BAD_PERIOD]: 'badPeriod',
};

function bodyErrorCode(name: RowName, { path, message }: Issue): ApiErrorCode {
  const [field] = path;
  if (field === 'phone_number') return 'invalidPhoneNumber';
  if (name === 'login') return 'badCredentials';
  if (name === 'changePassword' && field === 'current_password') return 'wrongPassword';
  const content = CONTENT_ERRORS[message];
  if (content !== undefined) return content;
  if (name === 'changePassword' || field === 'password') return 'badPassword';
  if (name === 'acceptInvitation' && field === 'full_name') return 'badName';
  if (field === 'token' && name in SIGN_IN_PAGE_REQUESTS) return 'linkInvalid';
  if (name === 'openExternalLink') return 'externalLinkInvalid';
  if (name === 'setDisposition') return 'badDisposition';
  if (name === 'sendSms' && field === 'smsbody') return 'messageLength';
  if (name === 'setTag') return 'badTag';
  if (name === 'saveNote' && field === 'content') return 'emptyNote';
  if (name === 'setLocale' && field === 'time_zone') return 'badTimeZone';
  return name in CONSOLE_REQUESTS ? consoleErrorCode(path) : 'badInput';
}

const CONSOLE_FIELD_ERRORS: Readonly<Record<string, ApiErrorCode>> = {
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
  calls_per_minute: 'badMinutes',
  wrap_up_seconds: 'badMinutes',
  tags: 'badTags',
  members: 'badMember',
  owner_user_id: 'badMember',
  teams: 'badTeam',
  team_ids: 'badTeam',
  supervised_team_ids: 'badTeam',
  team_id: 'badTeam',
  fallback_team_id: 'badFallback',
  calling_from_minute: 'badWindow',
  calling_to_minute: 'badWindow',
  texting_from_minute: 'badWindow',
  texting_to_minute: 'badWindow',
  region_windows: 'badWindow',
  recording_regions: 'badRegions',
  holidays: 'badHolidays',
  recordings_days: 'badDays',
  personal_days: 'badDays',
  currency: 'badRates',
  rates: 'badRates',
  custom_crm_url: 'badCrmAddress',
  url: 'badAddress',
  origins: 'badAddress',
  thank_you_url: 'badAddress',
};

/** Finds the innermost field that has its own error: a schedule's time zone rather than the schedule. */
function consoleErrorCode(path: readonly PropertyKey[]): ApiErrorCode {
  if (path.includes('tags')) return 'badTags';
  if (path.includes('members')) return 'badMember';
  if (path.includes('teams')) return 'badTeam';
  const known = path.findLast((part) => String(part) in CONSOLE_FIELD_ERRORS);
  return CONSOLE_FIELD_ERRORS[String(known)] ?? 'badInput';
}
