/** ActiveCampaign, by its API v3: contacts, tags, and a note for each call. https://developers.activecampaign.com/reference */
import * as z from 'zod/mini';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  type CrmAccess,
  type CrmClient,
  filled,
  findNote,
  firstSetback,
  isStatus,
  part,
  read,
  sender,
  setback,
  written,
} from './client.ts';
import type { CallEntry } from './core/call-entry.ts';
import { type CrmContact, chosen } from './core/contact.ts';
import type { Setback } from './core/sync.ts';

const text = z.optional(z.nullable(z.string()));
const id = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value: string | number) => String(value)),
);
const Contacts = z.object({ contacts: z.array(z.object({ id, email: text, phone: text })) });
const MadeContact = z.object({ contact: z.object({ id }) });
const Tags = z.object({ tags: z.array(z.object({ id, tag: z.string() })) });
const MadeTag = z.object({ tag: z.object({ id }) });
const Notes = z.object({ notes: z.array(z.object({ id, note: text })) });
const MadeNote = z.object({ note: z.object({ id }) });

const BARRED = 'do not call';

export function createActiveCampaign(http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
  const send = sender(http, `${access.url}/api/3`, { 'api-token': access.token });

  /** Tags are added; which of them another program set is not known, so none is taken away. */
  async function tag(contact: CrmContact, contactId: string): Promise<Setback | { kind: 'gone' } | null> {
    for (const name of [contact.tag, contact.isBarred ? BARRED : null]) {
      if (name === null) continue;
      const tagId = await idOfTag(name);
      if (typeof tagId !== 'string') return tagId;
      const answer = await send('POST', '/contactTags', { contactTag: { contact: contactId, tag: tagId } });
      if (isStatus(answer, 404)) return { kind: 'gone' };
      if (!isStatus(answer, 200) && !isStatus(answer, 201)) return setback(answer, now());
    }
    return null;
  }

  async function idOfTag(name: string): Promise<string | Setback> {
    const found = await send('GET', `/tags?search=${part(name)}&limit=100`);
    const tags = read(Tags, found, 200)?.tags;
    if (!tags) return setback(found, now());
    const same = tags.find((one) => one.tag.toLowerCase() === name.toLowerCase());
    if (same) return same.id;
    const made = await send('POST', '/tags', { tag: { tag: name, tagType: 'contact', description: '' } });
    return read(MadeTag, made, 200, 201)?.tag.id ?? setback(made, now());
  }

  const noteOf = (entry: CallEntry, contactId: string) => ({
    note: { note: entry.lines.join('\n'), relid: Number(contactId), reltype: 'Subscriber' },
  });

  return {
    async findContact({ contact }) {
      const { number, email } = contact;
      const searches = [
        `phone=${part(number.phoneNumber)}`,
        ...(email === null ? [] : [`email=${part(email)}`]),
        // Numbers are kept as somebody wrote them.
        ...number.written.filter((one) => one !== number.phoneNumber).map((one) => `phone=${part(one)}`),
      ];
      for (const search of searches) {
        const answer = await send('GET', `/contacts?${search}&limit=20`);
        const data = read(Contacts, answer, 200);
        if (!data) return setback(answer, now());
        const found = chosen(
          data.contacts.map(({ id: one, phone, email: own }) => ({
            id: one,
            numbers: [phone],
            emails: [own],
          })),
          contact,
        );
        if (found !== null) return { kind: 'done', id: found };
      }
      return { kind: 'none' };
    },
    /** The same email again is the same contact. */
    async makeContact({ contact }) {
      const answer = await send('POST', '/contact/sync', {
        contact: { ...fieldsOf(contact), email: contact.email, phone: contact.number.phoneNumber },
      });
      const made = read(MadeContact, answer, 200, 201)?.contact;
      if (!made) return setback(answer, now());
      return (await tag(contact, made.id)) ?? { kind: 'done', id: made.id };
    },
    async updateContact({ contact, contactId }) {
      const fields = fieldsOf(contact);
      if (Object.keys(fields).length > 0) {
        const answer = await send('PUT', `/contacts/${part(contactId)}`, { contact: fields });
        if (!isStatus(answer, 200)) return written(answer, undefined, now());
      }
      return (await tag(contact, contactId)) ?? { kind: 'done', id: contactId };
    },
    async findEntry({ entry, contactId }) {
      const path = `/contacts/${part(contactId)}/notes?`;
      return findNote(send, path, (answer) => read(Notes, answer, 200)?.notes, entry.key, now);
    },
    async makeEntry({ entry, contactId }) {
      const answer = await send('POST', '/notes', noteOf(entry, contactId));
      return written(answer, read(MadeNote, answer, 200, 201)?.note.id, now());
    },
    async updateEntry({ entry, contactId, entryId }) {
      const answer = await send('PUT', `/notes/${part(entryId)}`, noteOf(entry, contactId));
      return written(answer, isStatus(answer, 200) ? entryId : undefined, now());
    },
    test: () =>
      firstSetback(
        ['/contacts?limit=1', '/tags?limit=1', '/notes?limit=1'].map((path) => () => send('GET', path)),
        now,
      ),
  };
}

function fieldsOf(contact: CrmContact): Record<string, string> {
  return filled({ firstName: contact.fname, lastName: contact.lname });
}
