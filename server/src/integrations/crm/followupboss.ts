/** Follow Up Boss, by its API v1: events make people, calls are calls. https://docs.followupboss.com/reference */
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
import type { CallEntry, Ending } from './core/call-entry.ts';
import { type CrmContact, chosen } from './core/contact.ts';
import type { Outcome } from './core/sync.ts';

const Made = z.object({ id: z.int() });
const values = z.optional(z.nullable(z.array(z.object({ value: z.optional(z.nullable(z.string())) }))));
const People = z.object({
  people: z.array(z.object({ id: z.int(), phones: values, emails: values })),
});
const Calls = z.object({
  calls: z.array(z.object({ id: z.int(), note: z.optional(z.nullable(z.string())) })),
});

const SOURCE = 'Offhook';
const BARRED = 'do not call';
/** Whether somebody is interested is not ours to say. */
const OUTCOMES: Readonly<Record<Ending, string | null>> = {
  contacted: null,
  voicemail: 'Left Message',
  'no answer': 'No Answer',
  busy: 'Busy',
  failed: 'No Answer',
  canceled: 'No Answer',
};
/** So many pages of a person's calls are looked through. */
const PAGES = 5;
const AT_ONCE = 100;

export function createFollowUpBoss(http: OutwardHttp, access: CrmAccess, now: () => number): CrmClient {
  const authorization = `Basic ${Buffer.from(`${access.token}:`).toString('base64')}`;
  const send = (method: CrmRequest['method'], path: string, json?: unknown) =>
    ask(http, {
      method,
      url: `${access.url}/v1${path}`,
      headers: { authorization },
      ...(json === undefined ? {} : { json }),
    });

  async function find(contact: CrmContact): Promise<Outcome> {
    const { number, email } = contact;
    const searches = [`phone=${part(number.national)}`, ...(email === null ? [] : [`email=${part(email)}`])];
    for (const search of searches) {
      const answer = await send('GET', `/people?${search}&limit=20&sort=created&fields=id,phones,emails`);
      const { data } = z.safeParse(People, answer.ok && answer.status === 200 ? answer.json : null);
      if (!data) return setback(answer, now());
      const found = chosen(
        data.people.map(({ id, phones, emails }) => ({
          id: String(id),
          numbers: (phones ?? []).map(({ value }) => value),
          emails: (emails ?? []).map(({ value }) => value),
        })),
        contact,
      );
      if (found !== null) return { kind: 'done', id: found };
    }
    return { kind: 'none' };
  }

  /** As an event: Follow Up Boss knows people whom it has, and its lead flow sees the new ones. */
  async function make(contact: CrmContact): Promise<Outcome> {
    const { email, number } = contact;
    const answer = await send('POST', '/events', {
      source: SOURCE,
      system: SOURCE,
      type: contact.hasCalled ? 'Incoming Call' : 'General Inquiry',
      person: {
        ...fieldsOf(contact),
        phones: [{ value: number.phoneNumber }],
        ...(email === null ? {} : { emails: [{ value: email }] }),
      },
    });
    if (answer.ok && answer.status === 204)
      return { kind: 'refused', error: 'The lead flow of Follow Up Boss ignores leads from Offhook.' };
    const isGood = answer.ok && (answer.status === 200 || answer.status === 201);
    const { data } = z.safeParse(Made, isGood ? answer.json : null);
    return data ? { kind: 'done', id: String(data.id) } : setback(answer, now());
  }

  async function update(contact: CrmContact, contactId: string): Promise<Outcome> {
    const fields = fieldsOf(contact);
    if (Object.keys(fields).length === 0) return { kind: 'done', id: contactId };
    const answer = await send('PUT', `/people/${part(contactId)}?mergeTags=true`, fields);
    if (answer.ok && answer.status === 200) return { kind: 'done', id: contactId };
    return answer.ok && answer.status === 404 ? { kind: 'gone' } : setback(answer, now());
  }

  async function findEntry(entry: CallEntry, contactId: string): Promise<Outcome> {
    for (let page = 0; page < PAGES; page += 1) {
      const answer = await send(
        'GET',
        `/calls?personId=${part(contactId)}&limit=${AT_ONCE}&offset=${page * AT_ONCE}`,
      );
      if (answer.ok && answer.status === 404) return { kind: 'none' };
      const { data } = z.safeParse(Calls, answer.ok && answer.status === 200 ? answer.json : null);
      if (!data) return setback(answer, now());
      const same = data.calls.find(({ note }) => note?.includes(`[${entry.key}]`));
      if (same) return { kind: 'done', id: String(same.id) };
      if (data.calls.length < AT_ONCE) break;
    }
    return { kind: 'none' };
  }

  async function makeEntry(entry: CallEntry, contactId: string): Promise<Outcome> {
    const { isInbound, leadNumber, ownNumber } = entry;
    const answer = await send('POST', '/calls', {
      personId: Number(contactId),
      isIncoming: isInbound,
      duration: entry.seconds,
      ...filled({
        phone: leadNumber,
        fromNumber: isInbound ? leadNumber : ownNumber,
        toNumber: isInbound ? ownNumber : leadNumber,
      }),
      ...told(entry),
    });
    const isGood = answer.ok && (answer.status === 200 || answer.status === 201);
    const { data } = z.safeParse(Made, isGood ? answer.json : null);
    if (data) return { kind: 'done', id: String(data.id) };
    return answer.ok && answer.status === 404 ? { kind: 'gone' } : setback(answer, now());
  }

  async function updateEntry(entry: CallEntry, entryId: string): Promise<Outcome> {
    const answer = await send('PUT', `/calls/${part(entryId)}`, told(entry));
    if (answer.ok && answer.status === 200) return { kind: 'done', id: entryId };
    return answer.ok && answer.status === 404 ? { kind: 'gone' } : setback(answer, now());
  }

  return {
    findContact: ({ contact }) => find(contact),
    makeContact: ({ contact }) => make(contact),
    updateContact: ({ contact, contactId }) => update(contact, contactId),
    findEntry: ({ entry, contactId }) => findEntry(entry, contactId),
    makeEntry: ({ entry, contactId }) => makeEntry(entry, contactId),
    updateEntry: ({ entry, entryId }) => updateEntry(entry, entryId),
    test: () =>
      firstSetback(
        ['/identity', '/people?limit=1', '/calls?limit=1'].map((path) => () => send('GET', path)),
        now,
      ),
  };
}

function told(entry: CallEntry): Record<string, string> {
  return filled({ note: entry.lines.join('\n'), outcome: OUTCOMES[entry.ended] });
}

function fieldsOf(contact: CrmContact): Record<string, string | readonly string[]> {
  const tags = [contact.tag, contact.isBarred ? BARRED : null].filter((one) => one !== null);
  return {
    ...filled({ firstName: contact.fname, lastName: contact.lname }),
    // With the address's word these are added, not put in place of the others.
    ...(tags.length === 0 ? {} : { tags }),
  };
}
