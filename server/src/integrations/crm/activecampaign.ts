/** ActiveCampaign, by its API v3: contacts, tags, and a note for each call. https://developers.activecampaign.com/reference */
import * as z from 'zod/mini';
import type { OutwardHttp } from '../../platform/telephony/outward-http.ts';
import {
  ask,
  type CrmAccess,
  type CrmClient,
  type CrmRequest,
  filled,
  firstSetback,
  part,
  setback,
} from './client.ts';
import type { CallEntry } from './core/call-entry.ts';
import { type CrmContact, chosen } from './core/contact.ts';
import type { Outcome, Setback } from './core/sync.ts';

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
/** So many pages of a contact's notes are looked through. */
const PAGES = 5;
const AT_ONCE = 100;

export function createActiveCampaign(http: OutwardHttp, access: CrmAccess, now: () => number): CrmClient {
  const send = (method: CrmRequest['method'], path: string, json?: unknown) =>
    ask(http, {
      method,
      url: `${access.url}/api/3${path}`,
      headers: { 'api-token': access.token },
      ...(json === undefined ? {} : { json }),
    });

  async function find(contact: CrmContact): Promise<Outcome> {
    const { number, email } = contact;
    const searches = [
      `phone=${part(number.phoneNumber)}`,
      ...(email === null ? [] : [`email=${part(email)}`]),
      // Numbers are kept as somebody wrote them.
      ...number.written.filter((one) => one !== number.phoneNumber).map((one) => `phone=${part(one)}`),
    ];
    for (const search of searches) {
      const answer = await send('GET', `/contacts?${search}&limit=20`);
      const { data } = z.safeParse(Contacts, answer.ok && answer.status === 200 ? answer.json : null);
      if (!data) return setback(answer, now());
      const found = chosen(
        data.contacts.map(({ id: one, phone, email: written }) => ({
          id: one,
          numbers: [phone],
          emails: [written],
        })),
        contact,
      );
      if (found !== null) return { kind: 'done', id: found };
    }
    return { kind: 'none' };
  }

  /** The same email again is the same contact. */
  async function make(contact: CrmContact): Promise<Outcome> {
    const answer = await send('POST', '/contact/sync', {
      contact: { ...fieldsOf(contact), email: contact.email, phone: contact.number.phoneNumber },
    });
    const isGood = answer.ok && (answer.status === 200 || answer.status === 201);
    const { data } = z.safeParse(MadeContact, isGood ? answer.json : null);
    if (!data) return setback(answer, now());
    return (await tag(contact, data.contact.id)) ?? { kind: 'done', id: data.contact.id };
  }

  async function update(contact: CrmContact, contactId: string): Promise<Outcome> {
    const fields = fieldsOf(contact);
    if (Object.keys(fields).length > 0) {
      const answer = await send('PUT', `/contacts/${part(contactId)}`, { contact: fields });
      if (answer.ok && answer.status === 404) return { kind: 'gone' };
      if (!answer.ok || answer.status !== 200) return setback(answer, now());
    }
    return (await tag(contact, contactId)) ?? { kind: 'done', id: contactId };
  }

  /** Tags are added; which of them another program set is not known, so none is taken away. */
  async function tag(contact: CrmContact, contactId: string): Promise<Setback | { kind: 'gone' } | null> {
    for (const name of [contact.tag, contact.isBarred ? BARRED : null]) {
      if (name === null) continue;
      const tagId = await idOfTag(name);
      if (typeof tagId !== 'string') return tagId;
      const answer = await send('POST', '/contactTags', { contactTag: { contact: contactId, tag: tagId } });
      if (answer.ok && answer.status === 404) return { kind: 'gone' };
      if (!answer.ok || (answer.status !== 200 && answer.status !== 201)) return setback(answer, now());
    }
    return null;
  }

  async function idOfTag(name: string): Promise<string | Setback> {
    const found = await send('GET', `/tags?search=${part(name)}&limit=100`);
    const { data } = z.safeParse(Tags, found.ok && found.status === 200 ? found.json : null);
    if (!data) return setback(found, now());
    const same = data.tags.find((one) => one.tag.toLowerCase() === name.toLowerCase());
    if (same) return same.id;
    const made = await send('POST', '/tags', { tag: { tag: name, tagType: 'contact', description: '' } });
    const isGood = made.ok && (made.status === 200 || made.status === 201);
    return z.safeParse(MadeTag, isGood ? made.json : null).data?.tag.id ?? setback(made, now());
  }

  async function findEntry(entry: CallEntry, contactId: string): Promise<Outcome> {
    for (let page = 0; page < PAGES; page += 1) {
      const answer = await send(
        'GET',
        `/contacts/${part(contactId)}/notes?limit=${AT_ONCE}&offset=${page * AT_ONCE}`,
      );
      if (answer.ok && answer.status === 404) return { kind: 'none' };
      const { data } = z.safeParse(Notes, answer.ok && answer.status === 200 ? answer.json : null);
      if (!data) return setback(answer, now());
      const same = data.notes.find(({ note }) => note?.includes(`[${entry.key}]`));
      if (same) return { kind: 'done', id: same.id };
      if (data.notes.length < AT_ONCE) break;
    }
    return { kind: 'none' };
  }

  const noteOf = (entry: CallEntry, contactId: string) => ({
    note: { note: entry.lines.join('\n'), relid: Number(contactId), reltype: 'Subscriber' },
  });

  async function makeEntry(entry: CallEntry, contactId: string): Promise<Outcome> {
    const answer = await send('POST', '/notes', noteOf(entry, contactId));
    const isGood = answer.ok && (answer.status === 200 || answer.status === 201);
    const { data } = z.safeParse(MadeNote, isGood ? answer.json : null);
    if (data) return { kind: 'done', id: data.note.id };
    return answer.ok && answer.status === 404 ? { kind: 'gone' } : setback(answer, now());
  }

  async function updateEntry(entry: CallEntry, contactId: string, entryId: string): Promise<Outcome> {
    const answer = await send('PUT', `/notes/${part(entryId)}`, noteOf(entry, contactId));
    if (answer.ok && answer.status === 200) return { kind: 'done', id: entryId };
    return answer.ok && answer.status === 404 ? { kind: 'gone' } : setback(answer, now());
  }

  return {
    findContact: ({ contact }) => find(contact),
    makeContact: ({ contact }) => make(contact),
    updateContact: ({ contact, contactId }) => update(contact, contactId),
    findEntry: ({ entry, contactId }) => findEntry(entry, contactId),
    makeEntry: ({ entry, contactId }) => makeEntry(entry, contactId),
    updateEntry: ({ entry, contactId, entryId }) => updateEntry(entry, contactId, entryId),
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
