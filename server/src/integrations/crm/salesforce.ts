// SOQL queries return a new record immediately. Calls are stored as tasks.
// https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/
import * as z from 'zod/mini';
import { english } from '../../platform/core/sentences.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  type CrmAccess,
  type CrmClient,
  type CrmRequest,
  type CrmResponse,
  omitEmpty,
  sendRequest,
  toFailure,
  urlPart,
} from './client.ts';
import type { CallEntry } from './core/call-entry.ts';
import { type CrmContact, chooseContact } from './core/contact.ts';
import type { Failure } from './core/sync.ts';

const VERSION = 'v62.0';
const Token = z.object({ access_token: z.string() });
const Created = z.object({ id: z.string(), success: z.literal(true) });
const text = z.optional(z.nullable(z.string()));
const Found = z.object({
  records: z.array(z.object({ Id: z.string(), Phone: text, MobilePhone: text, Email: text })),
});
const FoundIds = z.object({ records: z.array(z.object({ Id: z.string() })) });
const Duplicates = z.object({
  matchResults: z.array(
    z.object({ matchRecords: z.array(z.object({ record: z.object({ Id: z.string() }) })) }),
  ),
});
/** `duplicateResut` is a typo in the API. */
const Errors = z.array(
  z.object({
    errorCode: z.string(),
    duplicateResut: z.optional(z.nullable(Duplicates)),
    duplicateResult: z.optional(z.nullable(Duplicates)),
  }),
);
const NOT_FOUND_CODES = new Set([
  'NOT_FOUND',
  'ENTITY_IS_DELETED',
  'CANNOT_UPDATE_CONVERTED_LEAD',
  'INVALID_CROSS_REFERENCE_KEY',
]);
/** null uses our own back-off. */
const RETRY_AFTER_MS: Readonly<Record<string, number | null>> = {
  UNABLE_TO_LOCK_ROW: null,
  SERVER_UNAVAILABLE: null,
  REQUEST_LIMIT_EXCEEDED: 3_600_000,
};
/** Salesforce requires a company for a lead. */
const UNKNOWN_COMPANY = '[not provided]';

const LEAD_ID_PREFIX = '00Q';

export function createSalesforce(http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
  /** One login, shared by concurrent requests. */
  let session: Promise<Failure | string> | null = null;

  async function logIn(): Promise<Failure | string> {
    const response = await sendRequest(http, {
      method: 'POST',
      url: `${access.url}/services/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: access.clientId,
        client_secret: access.token,
      }).toString(),
    });
    const { data } = z.safeParse(Token, response.ok && response.status === 200 ? response.json : null);
    if (data) return data.access_token;
    const problem = toFailure(response, now());
    // The token endpoint returns 400 for invalid client credentials.
    return problem.kind === 'rejected' ? { kind: 'unauthorized', error: problem.error } : problem;
  }

  /** Retries once with a fresh token after a 401. */
  async function send(
    method: CrmRequest['method'],
    path: string,
    json?: unknown,
  ): Promise<CrmResponse | Failure> {
    for (let attempt = 1; ; attempt += 1) {
      session ??= logIn();
      const current = session;
      const bearer = await current;
      const discardSession = () => {
        if (session === current) session = null;
      };
      if (typeof bearer !== 'string') {
        discardSession();
        return bearer;
      }
      const response = await sendRequest(http, {
        method,
        url: `${access.url}/services/data/${VERSION}${path}`,
        headers: { authorization: `Bearer ${bearer}` },
        json,
      });
      if (!response.ok || response.status !== 401 || attempt === 2) return response;
      discardSession();
    }
  }

  function toProblem(response: CrmResponse | Failure): Failure | { readonly kind: 'notFound' } {
    if ('kind' in response) return response;
    const errors = z.safeParse(Errors, response.ok ? response.json : null).data ?? [];
    if (errors.some(({ errorCode }) => NOT_FOUND_CODES.has(errorCode))) return { kind: 'notFound' };
    const failure = toFailure(response, now());
    for (const { errorCode } of errors) {
      const afterMs = RETRY_AFTER_MS[errorCode];
      if (afterMs !== undefined)
        return { kind: 'retry', error: failure.error, afterMs, mayHaveSucceeded: false };
    }
    return failure;
  }

  function toFailureWithoutNotFound(response: CrmResponse | Failure): Failure {
    const problem = toProblem(response);
    return problem.kind === 'notFound'
      ? { kind: 'rejected', error: english({ id: 'crm.salesforceRecordMissing' }) }
      : problem;
  }

  const query = (soql: string) => send('GET', `/query?q=${urlPart(soql)}`);
  const bodyIf = (response: CrmResponse | Failure, status: number): unknown =>
    !('kind' in response) && response.ok && response.status === status ? (response.json ?? {}) : undefined;

  return {
    async findContact({ contact }) {
      const numbers = contact.number.written.map(quoteSoql).join(',');
      const byEmail = contact.email === null ? '' : ` OR Email = ${quoteSoql(contact.email)}`;
      const condition = `(Phone IN (${numbers}) OR MobilePhone IN (${numbers})${byEmail})`;
      for (const from of [`Contact WHERE ${condition}`, `Lead WHERE IsConverted = false AND ${condition}`]) {
        const response = await query(
          `SELECT Id, Phone, MobilePhone, Email FROM ${from} ORDER BY CreatedDate LIMIT 20`,
        );
        const { data } = z.safeParse(Found, bodyIf(response, 200));
        if (!data) return toFailureWithoutNotFound(response);
        const id = chooseContact(
          data.records.map(({ Id, Phone, MobilePhone, Email }) => ({
            id: Id,
            numbers: [Phone, MobilePhone],
            emails: [Email],
          })),
          contact,
        );
        if (id !== null) return { kind: 'done', id };
      }
      return { kind: 'noMatch' };
    },
    async createContact({ contact }) {
      const response = await send('POST', '/sobjects/Lead', {
        ...toFields(contact, LEAD_ID_PREFIX, access.tagField),
        Phone: contact.number.phoneNumber,
        LastName: contact.lname || contact.label,
        Company: contact.company || UNKNOWN_COMPANY,
      });
      const { data } = z.safeParse(Created, bodyIf(response, 201));
      if (data) return { kind: 'done', id: data.id };
      const problem = toFailureWithoutNotFound(response);
      if ('kind' in response || !response.ok) return problem;
      // One of the customer's duplicate rules found an existing record.
      const duplicate = z
        .safeParse(Errors, response.json)
        .data?.map(({ duplicateResut, duplicateResult }) => duplicateResut ?? duplicateResult)
        .flatMap((one) => one?.matchResults ?? [])
        .flatMap(({ matchRecords }) => matchRecords)[0];
      return duplicate ? { kind: 'done', id: duplicate.record.Id } : problem;
    },
    async updateContact({ contact, contactId }) {
      const fields = toFields(contact, contactId, access.tagField);
      if (Object.keys(fields).length === 0) return { kind: 'done', id: contactId };
      const object = contactId.startsWith(LEAD_ID_PREFIX) ? 'Lead' : 'Contact';
      const response = await send('PATCH', `/sobjects/${object}/${urlPart(contactId)}`, fields);
      return bodyIf(response, 204) === undefined ? toProblem(response) : { kind: 'done', id: contactId };
    },
    async findEntry({ entry, contactId }) {
      const response = await query(
        `SELECT Id FROM Task WHERE WhoId = ${quoteSoql(contactId)} AND CallObject = ${quoteSoql(entry.key)} LIMIT 1`,
      );
      const { data } = z.safeParse(FoundIds, bodyIf(response, 200));
      if (!data) return toFailureWithoutNotFound(response);
      const [first] = data.records;
      return first ? { kind: 'done', id: first.Id } : { kind: 'noMatch' };
    },
    async createEntry({ entry, contactId }) {
      const response = await send('POST', '/sobjects/Task', {
        ...toTask(entry),
        WhoId: contactId,
        // Can't be changed later.
        TaskSubtype: 'Call',
      });
      const { data } = z.safeParse(Created, bodyIf(response, 201));
      return data ? { kind: 'done', id: data.id } : toProblem(response);
    },
    async updateEntry({ entry, entryId }) {
      const response = await send('PATCH', `/sobjects/Task/${urlPart(entryId)}`, toTask(entry));
      return bodyIf(response, 204) === undefined ? toProblem(response) : { kind: 'done', id: entryId };
    },
    async test() {
      for (const object of ['Lead', 'Contact', 'Task']) {
        const response = await query(`SELECT Id FROM ${object} LIMIT 1`);
        if (!z.safeParse(FoundIds, bodyIf(response, 200)).success) return toFailureWithoutNotFound(response);
      }
      return null;
    },
  };
}

function quoteSoql(value: string): string {
  return `'${value.replace(/['\\]/g, '\\$&').replace(/[\r\n]/g, ' ')}'`;
}

function toFields(
  contact: CrmContact,
  contactId: string,
  tagField: string,
): Record<string, string | boolean> {
  return {
    ...omitEmpty({
      FirstName: contact.fname,
      LastName: contact.lname,
      Email: contact.email,
      // A contact's company is a separate account record.
      ...(contactId.startsWith(LEAD_ID_PREFIX) ? { Company: contact.company } : {}),
      ...(tagField === '' ? {} : { [tagField]: contact.tag }),
    }),
    ...(contact.doNotCall ? { DoNotCall: true } : {}),
  };
}

function toTask(entry: CallEntry): Record<string, string | number> {
  return {
    Subject: entry.title,
    Status: 'Completed',
    Priority: 'Normal',
    ActivityDate: entry.startedAt.slice(0, 10),
    Description: entry.lines.join('\n'),
    CallType: entry.isInbound ? 'Inbound' : 'Outbound',
    CallDurationInSeconds: entry.seconds,
    CallDisposition: entry.ended,
    CallObject: entry.key,
  };
}
