/** API v3: contacts, tags, and a note per call. https://developers.activecampaign.com/reference */
import * as z from 'zod/mini';
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
import type { CallEntry } from './core/call-entry.ts';
import type { CrmContact } from './core/contact.ts';
import type { Failure } from './core/sync.ts';

const text = z.optional(z.nullable(z.string()));
const id = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value: string | number) => String(value)),
);
const Contacts = z.object({ contacts: z.array(z.object({ id, email: text, phone: text })) });
const CreatedContact = z.object({ contact: z.object({ id }) });
const Tags = z.object({ tags: z.array(z.object({ id, tag: z.string() })) });
const CreatedTag = z.object({ tag: z.object({ id }) });
const Notes = z.object({ notes: z.array(z.object({ id, note: text })) });
const CreatedNote = z.object({ note: z.object({ id }) });

const DO_NOT_CALL_TAG = 'do not call';

export function createActiveCampaign(http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
  const send = createSender(http, `${access.url}/api/3`, { 'api-token': access.token });

  /** Never removes a tag, because another program may have set it. */
  async function addTags(
    contact: CrmContact,
    contactId: string,
  ): Promise<Failure | { kind: 'notFound' } | null> {
    for (const name of [contact.tag, contact.doNotCall ? DO_NOT_CALL_TAG : null]) {
      if (name === null) continue;
      const tagId = await findOrCreateTag(name);
      if (typeof tagId !== 'string') return tagId;
      const response = await send('POST', '/contactTags', { contactTag: { contact: contactId, tag: tagId } });
      if (isStatus(response, 404)) return { kind: 'notFound' };
      if (!isStatus(response, 200) && !isStatus(response, 201)) return toFailure(response, now());
    }
    return null;
  }

  async function findOrCreateTag(name: string): Promise<string | Failure> {
    const found = await send('GET', `/tags?search=${urlPart(name)}&limit=100`);
    const tags = parseResponse(Tags, found, 200)?.tags;
    if (!tags) return toFailure(found, now());
    const same = tags.find((one) => one.tag.toLowerCase() === name.toLowerCase());
    if (same) return same.id;
    const created = await send('POST', '/tags', { tag: { tag: name, tagType: 'contact', description: '' } });
    return parseResponse(CreatedTag, created, 200, 201)?.tag.id ?? toFailure(created, now());
  }

  const toNote = (entry: CallEntry, contactId: string) => ({
    note: { note: entry.lines.join('\n'), relid: Number(contactId), reltype: 'Subscriber' },
  });

  return {
    async findContact({ contact }) {
      const { number, email } = contact;
      const searches = [
        `phone=${urlPart(number.phoneNumber)}`,
        ...(email === null ? [] : [`email=${urlPart(email)}`]),
        // ActiveCampaign doesn't normalize numbers.
        ...number.written.filter((one) => one !== number.phoneNumber).map((one) => `phone=${urlPart(one)}`),
      ];
      return searchContact(
        send,
        searches.map((search) => `/contacts?${search}&limit=20`),
        (response) =>
          parseResponse(Contacts, response, 200)?.contacts.map((one) => ({
            id: one.id,
            numbers: [one.phone],
            emails: [one.email],
          })),
        contact,
        now,
      );
    },
    async createContact({ contact }) {
      const response = await send('POST', '/contact/sync', {
        contact: { ...toFields(contact), email: contact.email, phone: contact.number.phoneNumber },
      });
      const created = parseResponse(CreatedContact, response, 200, 201)?.contact;
      if (!created) return toFailure(response, now());
      return (await addTags(contact, created.id)) ?? { kind: 'done', id: created.id };
    },
    async updateContact({ contact, contactId }) {
      const fields = toFields(contact);
      if (Object.keys(fields).length > 0) {
        const response = await send('PUT', `/contacts/${urlPart(contactId)}`, { contact: fields });
        if (!isStatus(response, 200)) return toOutcome(response, undefined, now());
      }
      return (await addTags(contact, contactId)) ?? { kind: 'done', id: contactId };
    },
    async findEntry({ entry, contactId }) {
      const path = `/contacts/${urlPart(contactId)}/notes?`;
      return findNote(send, path, (response) => parseResponse(Notes, response, 200)?.notes, entry.key, now);
    },
    async createEntry({ entry, contactId }) {
      const response = await send('POST', '/notes', toNote(entry, contactId));
      return toOutcome(response, parseResponse(CreatedNote, response, 200, 201)?.note.id, now());
    },
    async updateEntry({ entry, contactId, entryId }) {
      const response = await send('PUT', `/notes/${urlPart(entryId)}`, toNote(entry, contactId));
      return toOutcome(response, isStatus(response, 200) ? entryId : undefined, now());
    },
    test: () =>
      firstFailure(
        ['/contacts?limit=1', '/tags?limit=1', '/notes?limit=1'].map((path) => () => send('GET', path)),
        now,
      ),
  };
}

function toFields(contact: CrmContact): Record<string, string> {
  return omitEmpty({ firstName: contact.fname, lastName: contact.lname });
}
