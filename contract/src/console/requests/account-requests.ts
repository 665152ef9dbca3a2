import * as z from 'zod/mini';
import { answer, id as whole } from '../../requests/request-rows.ts';
import { cursor, limit, optionalTimestamp, search } from '../fields.ts';
import { AUDIT_KINDS, AuditEntry } from '../integration-entities.ts';
import { SingleSignOn, SingleSignOnChange, SingleSignOnTest } from '../people/sign-on-entities.ts';
import { admin, type ConsoleRow, paged, supervisor } from './console-row.ts';

const SingleSignOnAnswer = answer({
  single_sign_on: z.nullable(SingleSignOn),
  /** To be registered with the issuer. */
  redirect_uri: z.string(),
});

export const ACCOUNT_REQUESTS = {
  /** Connectivity check; doesn't extend the session. */
  ping: supervisor('GET', '/api/v1/console/ping', { response: answer({}) }),
  readSingleSignOn: admin('GET', '/api/v1/console/single-sign-on', { response: SingleSignOnAnswer }),
  changeSingleSignOn: admin('PUT', '/api/v1/console/single-sign-on', {
    body: SingleSignOnChange,
    response: SingleSignOnAnswer,
  }),
  /** Asks the issuer for its metadata, and whether it knows the client ID and secret. */
  testSingleSignOn: admin('POST', '/api/v1/console/single-sign-on/test', {
    response: answer(SingleSignOnTest.shape),
  }),
  removeSingleSignOn: admin('DELETE', '/api/v1/console/single-sign-on', { response: SingleSignOnAnswer }),
  listAuditLog: admin('GET', '/api/v1/console/audit-log', {
    query: z.object({
      cursor,
      limit,
      user_id: z.optional(whole),
      /** `plays`: recordings that were played. `changes`: everything else. */
      kind: z.optional(z.enum(AUDIT_KINDS)),
      search,
      from: optionalTimestamp,
      to: optionalTimestamp,
    }),
    response: paged(AuditEntry),
  }),
} as const satisfies Record<string, ConsoleRow>;
