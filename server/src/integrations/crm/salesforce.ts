/**
 * Salesforce, by its REST API: leads and contacts are found by SOQL, which sees at once what was written, and calls
 * are tasks. https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/
 */
import * as z from 'zod/mini';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  ask,
  type CrmAccess,
  type CrmAnswer,
  type CrmClient,
  type CrmRequest,
  filled,
  part,
  setback,
} from './client.ts';
import type { CallEntry } from './core/call-entry.ts';
import { type CrmContact, chosen } from './core/contact.ts';
import type { Setback } from './core/sync.ts';

const VERSION = 'v62.0';
const Token = z.object({ access_token: z.string() });
const Made = z.object({ id: z.string(), success: z.literal(true) });
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
/** The API itself writes the name of the duplicates so. */
const Errors = z.array(
  z.object({
    errorCode: z.string(),
    duplicateResut: z.optional(z.nullable(Duplicates)),
    duplicateResult: z.optional(z.nullable(Duplicates)),
  }),
);
const GONE = new Set([
  'NOT_FOUND',
  'ENTITY_IS_DELETED',
  'CANNOT_UPDATE_CONVERTED_LEAD',
  'INVALID_CROSS_REFERENCE_KEY',
]);
/** Others are at work on the record, or the day's requests are used up. */
const LATER: Readonly<Record<string, number | null>> = {
  UNABLE_TO_LOCK_ROW: null,
  SERVER_UNAVAILABLE: null,
  REQUEST_LIMIT_EXCEEDED: 3_600_000,
};
/** Leads must have both. */
const NO_COMPANY = '[not provided]';

const LEAD = '00Q';

export function createSalesforce(http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
  /** Of this moment; asked for once, however many wait for it. */
  let session: Promise<Setback | string> | null = null;

  async function logIn(): Promise<Setback | string> {
    const answer = await ask(http, {
      method: 'POST',
      url: `${access.url}/services/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: access.clientId,
        client_secret: access.token,
      }).toString(),
    });
    const { data } = z.safeParse(Token, answer.ok && answer.status === 200 ? answer.json : null);
    if (data) return data.access_token;
    const problem = setback(answer, now());
    // The token endpoint answers a wrong client with 400.
    return problem.kind === 'refused' ? { kind: 'locked', error: problem.error } : problem;
  }

  /** Once more with a fresh token, when the one at hand has run out. */
  async function send(
    method: CrmRequest['method'],
    path: string,
    json?: unknown,
  ): Promise<CrmAnswer | Setback> {
    for (let tries = 1; ; tries += 1) {
      session ??= logIn();
      const asked = session;
      const bearer = await asked;
      const forget = () => {
        if (session === asked) session = null;
      };
      if (typeof bearer !== 'string') {
        forget();
        return bearer;
      }
      const answer = await ask(http, {
        method,
        url: `${access.url}/services/data/${VERSION}${path}`,
        headers: { authorization: `Bearer ${bearer}` },
        json,
      });
      if (!answer.ok || answer.status !== 401 || tries === 2) return answer;
      forget();
    }
  }

  function problemOf(answer: CrmAnswer | Setback): Setback | { readonly kind: 'gone' } {
    if ('kind' in answer) return answer;
    const errors = z.safeParse(Errors, answer.ok ? answer.json : null).data ?? [];
    if (errors.some(({ errorCode }) => GONE.has(errorCode))) return { kind: 'gone' };
    const usual = setback(answer, now());
    for (const { errorCode } of errors) {
      const afterMs = LATER[errorCode];
      if (afterMs !== undefined) return { kind: 'later', error: usual.error, afterMs, isUnheard: false };
    }
    return usual;
  }

  /** Where nothing can be gone. */
  function setbackOf(answer: CrmAnswer | Setback): Setback {
    const problem = problemOf(answer);
    return problem.kind === 'gone' ? { kind: 'refused', error: 'Salesforce does not find it.' } : problem;
  }

  const query = (soql: string) => send('GET', `/query?q=${part(soql)}`);
  const good = (answer: CrmAnswer | Setback, status: number): unknown =>
    !('kind' in answer) && answer.ok && answer.status === status ? (answer.json ?? {}) : undefined;

  return {
    async findContact({ contact }) {
      const numbers = contact.number.written.map(quoted).join(',');
      const byEmail = contact.email === null ? '' : ` OR Email = ${quoted(contact.email)}`;
      const which = `(Phone IN (${numbers}) OR MobilePhone IN (${numbers})${byEmail})`;
      for (const from of [`Contact WHERE ${which}`, `Lead WHERE IsConverted = false AND ${which}`]) {
        const answer = await query(
          `SELECT Id, Phone, MobilePhone, Email FROM ${from} ORDER BY CreatedDate LIMIT 20`,
        );
        const { data } = z.safeParse(Found, good(answer, 200));
        if (!data) return setbackOf(answer);
        const id = chosen(
          data.records.map(({ Id, Phone, MobilePhone, Email }) => ({
            id: Id,
            numbers: [Phone, MobilePhone],
            emails: [Email],
          })),
          contact,
        );
        if (id !== null) return { kind: 'done', id };
      }
      return { kind: 'none' };
    },
    async makeContact({ contact }) {
      const answer = await send('POST', '/sobjects/Lead', {
        ...fieldsOf(contact, LEAD, access.tagField),
        Phone: contact.number.phoneNumber,
        LastName: contact.lname || contact.label,
        Company: contact.company || NO_COMPANY,
      });
      const { data } = z.safeParse(Made, good(answer, 201));
      if (data) return { kind: 'done', id: data.id };
      const problem = setbackOf(answer);
      if ('kind' in answer || !answer.ok) return problem;
      // A rule of the account's own says that this is somebody whom it has.
      const duplicate = z
        .safeParse(Errors, answer.json)
        .data?.map(({ duplicateResut, duplicateResult }) => duplicateResut ?? duplicateResult)
        .flatMap((one) => one?.matchResults ?? [])
        .flatMap(({ matchRecords }) => matchRecords)[0];
      return duplicate ? { kind: 'done', id: duplicate.record.Id } : problem;
    },
    async updateContact({ contact, contactId }) {
      const fields = fieldsOf(contact, contactId, access.tagField);
      if (Object.keys(fields).length === 0) return { kind: 'done', id: contactId };
      const object = contactId.startsWith(LEAD) ? 'Lead' : 'Contact';
      const answer = await send('PATCH', `/sobjects/${object}/${part(contactId)}`, fields);
      return good(answer, 204) === undefined ? problemOf(answer) : { kind: 'done', id: contactId };
    },
    async findEntry({ entry, contactId }) {
      const answer = await query(
        `SELECT Id FROM Task WHERE WhoId = ${quoted(contactId)} AND CallObject = ${quoted(entry.key)} LIMIT 1`,
      );
      const { data } = z.safeParse(FoundIds, good(answer, 200));
      if (!data) return setbackOf(answer);
      const [first] = data.records;
      return first ? { kind: 'done', id: first.Id } : { kind: 'none' };
    },
    async makeEntry({ entry, contactId }) {
      const answer = await send('POST', '/sobjects/Task', {
        ...taskOf(entry),
        WhoId: contactId,
        // Only when it is made.
        TaskSubtype: 'Call',
      });
      const { data } = z.safeParse(Made, good(answer, 201));
      return data ? { kind: 'done', id: data.id } : problemOf(answer);
    },
    async updateEntry({ entry, entryId }) {
      const answer = await send('PATCH', `/sobjects/Task/${part(entryId)}`, taskOf(entry));
      return good(answer, 204) === undefined ? problemOf(answer) : { kind: 'done', id: entryId };
    },
    async test() {
      for (const object of ['Lead', 'Contact', 'Task']) {
        const answer = await query(`SELECT Id FROM ${object} LIMIT 1`);
        if (!z.safeParse(FoundIds, good(answer, 200)).success) return setbackOf(answer);
      }
      return null;
    },
  };
}

/** As a text of SOQL. */
function quoted(value: string): string {
  return `'${value.replace(/['\\]/g, '\\$&').replace(/[\r\n]/g, ' ')}'`;
}

function fieldsOf(
  contact: CrmContact,
  contactId: string,
  tagField: string,
): Record<string, string | boolean> {
  return {
    ...filled({
      FirstName: contact.fname,
      LastName: contact.lname,
      Email: contact.email,
      // A contact's company is an account of its own.
      ...(contactId.startsWith(LEAD) ? { Company: contact.company } : {}),
      ...(tagField === '' ? {} : { [tagField]: contact.tag }),
    }),
    ...(contact.isBarred ? { DoNotCall: true } : {}),
  };
}

function taskOf(entry: CallEntry): Record<string, string | number> {
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
