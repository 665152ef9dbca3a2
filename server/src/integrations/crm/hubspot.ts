/**
 * HubSpot, by its CRM API v3 (contacts, calls) and v4 (associations).
 * https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide, …/crm-calls-v3/guide
 */
import * as z from 'zod/mini';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  AT_ONCE,
  type CrmAccess,
  type CrmClient,
  filled,
  firstSetback,
  isStatus,
  PAGES,
  part,
  read,
  sender,
  setback,
  written,
} from './client.ts';
import type { CallEntry, Ending } from './core/call-entry.ts';
import { type CrmContact, chosen } from './core/contact.ts';

const Made = z.object({ id: z.string() });
const text = z.optional(z.nullable(z.string()));
const FoundContacts = z.object({
  results: z.array(
    z.object({ id: z.string(), properties: z.object({ phone: text, mobilephone: text, email: text }) }),
  ),
});
const Associated = z.object({
  results: z.array(z.object({ toObjectId: z.union([z.number(), z.string()]) })),
  paging: z.optional(z.object({ next: z.optional(z.object({ after: z.string() })) })),
});
const ReadCalls = z.object({
  results: z.array(z.object({ id: z.string(), properties: z.object({ hs_call_external_id: text }) })),
});

/** HubSpot's own outcomes of calls; an account may have more, these stay. */
const DISPOSITIONS: Readonly<Record<Ending, string | null>> = {
  contacted: 'f240bbac-87c9-4f6e-bf70-924b57d47db7',
  voicemail: 'b2cf5968-551e-4856-9783-52b3da59a7d0',
  'no answer': '73a0d17f-1163-4015-bdd5-ec830791da20',
  busy: '9d9162e7-6cf3-4944-bf63-4dff82258764',
  failed: null,
  canceled: null,
};
const STATUSES: Readonly<Record<Ending, string>> = {
  contacted: 'COMPLETED',
  voicemail: 'COMPLETED',
  'no answer': 'NO_ANSWER',
  busy: 'BUSY',
  failed: 'FAILED',
  canceled: 'CANCELED',
};
/** Of a call to its contact. */
const CALL_TO_CONTACT = 194;

export function createHubSpot(http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
  const send = sender(http, access.url, { authorization: `Bearer ${access.token}` });

  return {
    async findContact({ contact }) {
      const { number, email } = contact;
      const equal = (propertyName: string, value: string) => ({
        filters: [{ propertyName, operator: 'EQ', value }],
      });
      const answer = await send('POST', '/crm/v3/objects/contacts/search', {
        filterGroups: [
          equal('phone', number.phoneNumber),
          // HubSpot's own reading of both numbers, without the country.
          equal('hs_searchable_calculated_phone_number', number.national),
          equal('hs_searchable_calculated_mobile_number', number.national),
          ...(email === null ? [] : [equal('email', email)]),
        ],
        properties: ['phone', 'mobilephone', 'email'],
        sorts: [{ propertyName: 'createdate', direction: 'ASCENDING' }],
        limit: 20,
      });
      const data = read(FoundContacts, answer, 200);
      if (!data) return setback(answer, now());
      const id = chosen(
        data.results.map(({ id: one, properties: { phone, mobilephone, email: own } }) => ({
          id: one,
          numbers: [phone, mobilephone],
          emails: [own],
        })),
        contact,
      );
      return id === null ? { kind: 'none' } : { kind: 'done', id };
    },
    async makeContact({ contact }) {
      const properties = { ...propertiesOf(contact, access.tagField), phone: contact.number.phoneNumber };
      const answer = await send('POST', '/crm/v3/objects/contacts', { properties });
      const made = read(Made, answer, 201);
      if (made) return { kind: 'done', id: made.id };
      // The email is another contact's, which is therefore this person.
      const [, existing] =
        answer.ok && answer.status === 409 ? (/Existing ID:\s*(\d+)/.exec(answer.text) ?? []) : [];
      return existing === undefined ? setback(answer, now()) : { kind: 'done', id: existing };
    },
    async updateContact({ contact, contactId }) {
      const path = `/crm/v3/objects/contacts/${part(contactId)}`;
      const { email, ...rest } = propertiesOf(contact, access.tagField);
      if (email === undefined && Object.keys(rest).length === 0) return { kind: 'done', id: contactId };
      let answer = await send('PATCH', path, { properties: email === undefined ? rest : { ...rest, email } });
      // Another contact has this email; what else is new is told.
      if (isStatus(answer, 409) && email !== undefined)
        answer = await send('PATCH', path, { properties: rest });
      return written(answer, isStatus(answer, 200) ? contactId : undefined, now());
    },
    async findEntry({ entry, contactId }) {
      let after = '';
      for (let page = 0; page < PAGES; page += 1) {
        const answer = await send(
          'GET',
          `/crm/v4/objects/contacts/${part(contactId)}/associations/calls?limit=${AT_ONCE}${after}`,
        );
        if (isStatus(answer, 404)) return { kind: 'none' };
        const data = read(Associated, answer, 200);
        if (!data) return setback(answer, now());
        if (data.results.length === 0) return { kind: 'none' };
        const answered = await send('POST', '/crm/v3/objects/calls/batch/read', {
          properties: ['hs_call_external_id'],
          inputs: data.results.map(({ toObjectId }) => ({ id: String(toObjectId) })),
        });
        const found = read(ReadCalls, answered, 200, 207);
        if (!found) return setback(answered, now());
        const same = found.results.find(({ properties }) => properties.hs_call_external_id === entry.key);
        if (same) return { kind: 'done', id: same.id };
        const next = data.paging?.next?.after;
        if (next === undefined) return { kind: 'none' };
        after = `&after=${part(next)}`;
      }
      return { kind: 'none' };
    },
    async makeEntry({ entry, contactId }) {
      const answer = await send('POST', '/crm/v3/objects/calls', {
        properties: entryOf(entry),
        associations: [
          {
            to: { id: contactId },
            types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: CALL_TO_CONTACT }],
          },
        ],
      });
      return written(answer, read(Made, answer, 201)?.id, now());
    },
    async updateEntry({ entry, entryId }) {
      const answer = await send('PATCH', `/crm/v3/objects/calls/${part(entryId)}`, {
        properties: entryOf(entry),
      });
      return written(answer, isStatus(answer, 200) ? entryId : undefined, now());
    },
    test: () =>
      firstSetback(
        ['contacts', 'calls'].map((what) => () => send('GET', `/crm/v3/objects/${what}?limit=1`)),
        now,
      ),
  };
}

function propertiesOf(contact: CrmContact, tagField: string): Record<string, string> {
  return filled({
    firstname: contact.fname,
    lastname: contact.lname,
    email: contact.email,
    company: contact.company,
    ...(tagField === '' ? {} : { [tagField]: contact.tag }),
  });
}

function entryOf(entry: CallEntry): Record<string, string> {
  const { leadNumber, ownNumber, isInbound } = entry;
  return filled({
    hs_timestamp: entry.startedAt,
    hs_call_title: entry.title,
    // Read as HTML.
    hs_call_body: entry.lines.map(escaped).join('<br>'),
    hs_call_direction: isInbound ? 'INBOUND' : 'OUTBOUND',
    hs_call_duration: String(entry.seconds * 1000),
    hs_call_from_number: isInbound ? leadNumber : ownNumber,
    hs_call_to_number: isInbound ? ownNumber : leadNumber,
    hs_call_status: STATUSES[entry.ended],
    hs_call_disposition: DISPOSITIONS[entry.ended],
    hs_call_external_id: entry.key,
  });
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(line: string): string {
  return line.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? '').replaceAll('\n', '<br>');
}
