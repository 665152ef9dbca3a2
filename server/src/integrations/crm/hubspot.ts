// CRM API v3 (contacts, calls) and v4 (associations).
// https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide, …/crm-calls-v3/guide
import * as z from 'zod/mini';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  type CrmAccess,
  type CrmClient,
  createSender,
  firstFailure,
  isStatus,
  MAX_PAGES,
  omitEmpty,
  PAGE_SIZE,
  parseResponse,
  toFailure,
  toOutcome,
  urlPart,
} from './client.ts';
import type { CallEntry, CallOutcome } from './core/call-entry.ts';
import { type CrmContact, chooseContact } from './core/contact.ts';

const Created = z.object({ id: z.string() });
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

const DISPOSITIONS: Readonly<Record<CallOutcome, string | null>> = {
  contacted: 'f240bbac-87c9-4f6e-bf70-924b57d47db7',
  voicemail: 'b2cf5968-551e-4856-9783-52b3da59a7d0',
  'no answer': '73a0d17f-1163-4015-bdd5-ec830791da20',
  busy: '9d9162e7-6cf3-4944-bf63-4dff82258764',
  failed: null,
  canceled: null,
};
const STATUSES: Readonly<Record<CallOutcome, string>> = {
  contacted: 'COMPLETED',
  voicemail: 'COMPLETED',
  'no answer': 'NO_ANSWER',
  busy: 'BUSY',
  failed: 'FAILED',
  canceled: 'CANCELED',
};
const CALL_TO_CONTACT = 194;

export function createHubSpot(http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
  const send = createSender(http, access.url, { authorization: `Bearer ${access.token}` });

  return {
    async findContact({ contact }) {
      const { number, email } = contact;
      const equal = (propertyName: string, value: string) => ({
        filters: [{ propertyName, operator: 'EQ', value }],
      });
      const response = await send('POST', '/crm/v3/objects/contacts/search', {
        filterGroups: [
          equal('phone', number.phoneNumber),
          // HubSpot's normalized forms, without the country code.
          equal('hs_searchable_calculated_phone_number', number.national),
          equal('hs_searchable_calculated_mobile_number', number.national),
          ...(email === null ? [] : [equal('email', email)]),
        ],
        properties: ['phone', 'mobilephone', 'email'],
        sorts: [{ propertyName: 'createdate', direction: 'ASCENDING' }],
        limit: 20,
      });
      const data = parseResponse(FoundContacts, response, 200);
      if (!data) return toFailure(response, now());
      const id = chooseContact(
        data.results.map(({ id: foundId, properties: { phone, mobilephone, email: foundEmail } }) => ({
          id: foundId,
          numbers: [phone, mobilephone],
          emails: [foundEmail],
        })),
        contact,
      );
      return id === null ? { kind: 'noMatch' } : { kind: 'done', id };
    },
    async createContact({ contact }) {
      const properties = {
        ...toContactProperties(contact, access.tagField),
        phone: contact.number.phoneNumber,
      };
      const response = await send('POST', '/crm/v3/objects/contacts', { properties });
      const created = parseResponse(Created, response, 201);
      if (created) return { kind: 'done', id: created.id };
      // Another contact has this email, so it's the same person.
      const [, existing] =
        response.ok && response.status === 409 ? (/Existing ID:\s*(\d+)/.exec(response.text) ?? []) : [];
      return existing === undefined ? toFailure(response, now()) : { kind: 'done', id: existing };
    },
    async updateContact({ contact, contactId }) {
      const path = `/crm/v3/objects/contacts/${urlPart(contactId)}`;
      const { email, ...rest } = toContactProperties(contact, access.tagField);
      if (email === undefined && Object.keys(rest).length === 0) return { kind: 'done', id: contactId };
      let response = await send('PATCH', path, {
        properties: email === undefined ? rest : { ...rest, email },
      });
      // Another contact has this email, so only the other fields are written.
      if (isStatus(response, 409) && email !== undefined)
        response = await send('PATCH', path, { properties: rest });
      return toOutcome(response, isStatus(response, 200) ? contactId : undefined, now());
    },
    async findEntry({ entry, contactId }) {
      let after = '';
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const response = await send(
          'GET',
          `/crm/v4/objects/contacts/${urlPart(contactId)}/associations/calls?limit=${PAGE_SIZE}${after}`,
        );
        if (isStatus(response, 404)) return { kind: 'noMatch' };
        const data = parseResponse(Associated, response, 200);
        if (!data) return toFailure(response, now());
        if (data.results.length === 0) return { kind: 'noMatch' };
        const readResponse = await send('POST', '/crm/v3/objects/calls/batch/read', {
          properties: ['hs_call_external_id'],
          inputs: data.results.map(({ toObjectId }) => ({ id: String(toObjectId) })),
        });
        const found = parseResponse(ReadCalls, readResponse, 200, 207);
        if (!found) return toFailure(readResponse, now());
        const same = found.results.find(({ properties }) => properties.hs_call_external_id === entry.key);
        if (same) return { kind: 'done', id: same.id };
        const next = data.paging?.next?.after;
        if (next === undefined) return { kind: 'noMatch' };
        after = `&after=${urlPart(next)}`;
      }
      return { kind: 'noMatch' };
    },
    async createEntry({ entry, contactId }) {
      const response = await send('POST', '/crm/v3/objects/calls', {
        properties: toCallProperties(entry),
        associations: [
          {
            to: { id: contactId },
            types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: CALL_TO_CONTACT }],
          },
        ],
      });
      return toOutcome(response, parseResponse(Created, response, 201)?.id, now());
    },
    async updateEntry({ entry, entryId }) {
      const response = await send('PATCH', `/crm/v3/objects/calls/${urlPart(entryId)}`, {
        properties: toCallProperties(entry),
      });
      return toOutcome(response, isStatus(response, 200) ? entryId : undefined, now());
    },
    test: () =>
      firstFailure(
        ['contacts', 'calls'].map((object) => () => send('GET', `/crm/v3/objects/${object}?limit=1`)),
        now,
      ),
  };
}

function toContactProperties(contact: CrmContact, tagField: string): Record<string, string> {
  return omitEmpty({
    firstname: contact.fname,
    lastname: contact.lname,
    email: contact.email,
    company: contact.company,
    ...(tagField === '' ? {} : { [tagField]: contact.tag }),
  });
}

function toCallProperties(entry: CallEntry): Record<string, string> {
  const { leadNumber, businessNumber, isInbound } = entry;
  return omitEmpty({
    hs_timestamp: entry.startedAt,
    hs_call_title: entry.title,
    // Rendered as HTML.
    hs_call_body: entry.lines.map(escapeHtml).join('<br>'),
    hs_call_direction: isInbound ? 'INBOUND' : 'OUTBOUND',
    hs_call_duration: String(entry.seconds * 1000),
    hs_call_from_number: isInbound ? leadNumber : businessNumber,
    hs_call_to_number: isInbound ? businessNumber : leadNumber,
    hs_call_status: STATUSES[entry.ended],
    hs_call_disposition: DISPOSITIONS[entry.ended],
    hs_call_external_id: entry.key,
  });
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(line: string): string {
  return line.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? '').replaceAll('\n', '<br>');
}
