/** API v1. Posting an event creates the person. https://docs.followupboss.com/reference */
import * as z from 'zod/mini';
import { english } from '../../platform/core/sentences.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  type CrmAccess,
  type CrmClient,
  createSender,
  findNote,
  firstFailure,
  isStatus,
  omitEmpty,
  parseResponse,
  searchContact,
  toFailure,
  toOutcome,
  urlPart,
} from './client.ts';
import type { CallEntry, CallOutcome } from './core/call-entry.ts';
import type { CrmContact } from './core/contact.ts';

const Created = z.object({ id: z.pipe(z.int(), z.transform(String)) });
const values = z.optional(z.nullable(z.array(z.object({ value: z.optional(z.nullable(z.string())) }))));
const People = z.object({
  people: z.array(z.object({ id: z.int(), phones: values, emails: values })),
});
const Calls = z.object({
  calls: z.array(z.object({ id: z.int(), note: z.optional(z.nullable(z.string())) })),
});

const SOURCE = 'Offhook';
const DO_NOT_CALL_TAG = 'do not call';
/** null leaves the outcome, such as "Interested", to the agent. */
const OUTCOMES: Readonly<Record<CallOutcome, string | null>> = {
  contacted: null,
  voicemail: 'Left Message',
  'no answer': 'No Answer',
  busy: 'Busy',
  failed: 'No Answer',
  canceled: 'No Answer',
};

export function createFollowUpBoss(http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
  const authorization = `Basic ${Buffer.from(`${access.token}:`).toString('base64')}`;
  const send = createSender(http, `${access.url}/v1`, { authorization });

  return {
    async findContact({ contact }) {
      const { number, email } = contact;
      const searches = [
        `phone=${urlPart(number.national)}`,
        ...(email === null ? [] : [`email=${urlPart(email)}`]),
      ];
      return searchContact(
        send,
        searches.map((search) => `/people?${search}&limit=20&sort=created&fields=id,phones,emails`),
        (response) =>
          parseResponse(People, response, 200)?.people.map(({ id, phones, emails }) => ({
            id: String(id),
            numbers: (phones ?? []).map(({ value }) => value),
            emails: (emails ?? []).map(({ value }) => value),
          })),
        contact,
        now,
      );
    },
    /** The API matches an event to an existing person; a new person goes through the customer's lead flow. */
    async createContact({ contact }) {
      const { email, number } = contact;
      const response = await send('POST', '/events', {
        source: SOURCE,
        system: SOURCE,
        type: contact.calledFirst ? 'Incoming Call' : 'General Inquiry',
        person: {
          ...toFields(contact),
          phones: [{ value: number.phoneNumber }],
          ...(email === null ? {} : { emails: [{ value: email }] }),
        },
      });
      if (isStatus(response, 204))
        return { kind: 'rejected', error: english({ id: 'crm.followUpBossIgnores' }) };
      const created = parseResponse(Created, response, 200, 201);
      return created ? { kind: 'done', id: created.id } : toFailure(response, now());
    },
    async updateContact({ contact, contactId }) {
      const fields = toFields(contact);
      if (Object.keys(fields).length === 0) return { kind: 'done', id: contactId };
      const response = await send('PUT', `/people/${urlPart(contactId)}?mergeTags=true`, fields);
      return toOutcome(response, isStatus(response, 200) ? contactId : undefined, now());
    },
    async findEntry({ entry, contactId }) {
      const path = `/calls?personId=${urlPart(contactId)}&`;
      return findNote(send, path, (response) => parseResponse(Calls, response, 200)?.calls, entry.key, now);
    },
    async createEntry({ entry, contactId }) {
      const { isInbound, leadNumber, businessNumber } = entry;
      const response = await send('POST', '/calls', {
        personId: Number(contactId),
        isIncoming: isInbound,
        duration: entry.seconds,
        ...omitEmpty({
          phone: leadNumber,
          fromNumber: isInbound ? leadNumber : businessNumber,
          toNumber: isInbound ? businessNumber : leadNumber,
        }),
        ...toNoteAndOutcome(entry),
      });
      return toOutcome(response, parseResponse(Created, response, 200, 201)?.id, now());
    },
    async updateEntry({ entry, entryId }) {
      const response = await send('PUT', `/calls/${urlPart(entryId)}`, toNoteAndOutcome(entry));
      return toOutcome(response, isStatus(response, 200) ? entryId : undefined, now());
    },
    test: () =>
      firstFailure(
        ['/identity', '/people?limit=1', '/calls?limit=1'].map((path) => () => send('GET', path)),
        now,
      ),
  };
}

function toNoteAndOutcome(entry: CallEntry): Record<string, string> {
  return omitEmpty({ note: entry.lines.join('\n'), outcome: OUTCOMES[entry.ended] });
}

function toFields(contact: CrmContact): Record<string, string | readonly string[]> {
  const tags = [contact.tag, contact.doNotCall ? DO_NOT_CALL_TAG : null].filter((one) => one !== null);
  return {
    ...omitEmpty({ firstName: contact.fname, lastName: contact.lname }),
    // Added to existing tags because of `mergeTags=true`.
    ...(tags.length === 0 ? {} : { tags }),
  };
}
