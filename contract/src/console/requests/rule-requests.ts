import * as z from 'zod/mini';
import { answer, IdParams, Success, id as whole } from '../../requests/request-rows.ts';
import { text } from '../../text.ts';
import { cursor, limit, optionalText, search } from '../fields.ts';
import {
  CallingRules,
  CallingRulesChange,
  ConsoleNumber,
  DoNotCallEntry,
  Holiday,
  Retention,
  RetentionChange,
} from '../rule-entities.ts';
import { admin, adminOf, type ConsoleRow, paged } from './console-row.ts';

/** Numbers, calling rules, retention, the do-not-call list. */
export const RULE_REQUESTS = {
  listNumbers: admin('GET', '/api/v1/console/numbers', {
    response: answer({ data: z.array(ConsoleNumber) }),
  }),
  addNumber: admin('POST', '/api/v1/console/numbers', {
    body: z.object({ phone_number: text(250), team_id: whole, name: optionalText(100) }),
    response: answer({ number: ConsoleNumber }),
  }),
  changeNumber: adminOf('PUT', '/api/v1/console/numbers/:id', {
    body: z.object({ team_id: z.optional(whole), name: optionalText(100) }),
    response: answer({ number: ConsoleNumber }),
  }),
  removeNumber: adminOf('DELETE', '/api/v1/console/numbers/:id', { response: Success }),
  readRules: admin('GET', '/api/v1/console/rules', { response: answer({ rules: CallingRules }) }),
  changeRules: admin('PUT', '/api/v1/console/rules', {
    body: CallingRulesChange,
    response: answer({ rules: CallingRules }),
  }),
  /** Of the account's country, in the reader's language if they have such names. */
  listPublicHolidays: admin('GET', '/api/v1/console/public-holidays', {
    /** Default: this year. */
    query: z.object({ year: z.optional(z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(2100))) }),
    response: answer({ data: z.array(Holiday) }),
  }),
  readRetention: admin('GET', '/api/v1/console/retention', { response: answer({ retention: Retention }) }),
  changeRetention: admin('PUT', '/api/v1/console/retention', {
    body: RetentionChange,
    response: answer({ retention: Retention }),
  }),
  listDoNotCall: admin('GET', '/api/v1/console/do-not-call', {
    query: z.object({ cursor, limit, search }),
    response: paged(DoNotCallEntry),
  }),
  addDoNotCall: admin('POST', '/api/v1/console/do-not-call', {
    body: z.object({ phone_number: text(250) }),
    response: answer({ entry: DoNotCallEntry }),
  }),
  removeDoNotCall: admin('DELETE', '/api/v1/console/do-not-call/:id', {
    /** `id`: the number's digits. */
    params: IdParams,
    response: Success,
  }),
} as const satisfies Record<string, ConsoleRow>;
