/** Follow Up Boss, by its API v1: events make people, calls are calls. https://docs.followupboss.com/reference */
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
import type { CallEntry, Ending } from './core/call-entry.ts';
import { type CrmContact, chosen } from './core/contact.ts';

const Made = z.object({ id: z.pipe(z.int(), z.transform(String)) });
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

export function createFollowUpBoss(http: SafeHttp, access: CrmAccess, now: () => number): CrmClient {
  const authorization = `Basic ${Buffer.from(`${access.token}:`).toString('base64')}`;
  const send = sender(http, `${access.url}/v1`, { authorization });

  return {
    async findContact({ contact }) {
      const { number, email } = contact;
      const searches = [
        `phone=${part(number.national)}`,
        ...(email === null ? [] : [`email=${part(email)}`]),
      ];
      for (const search of searches) {
        const answer = await send('GET', `/people?${search}&limit=20&sort=created&fields=id,phones,emails`);
        const data = read(People, answer, 200);
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
    },
    /** As an event: Follow Up Boss knows people whom it has, and its lead flow sees the new ones. */
    async makeContact({ contact }) {
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
      if (isStatus(answer, 204))
        return { kind: 'refused', error: 'The lead flow of Follow Up Boss ignores leads from Offhook.' };
      const made = read(Made, answer, 200, 201);
      return made ? { kind: 'done', id: made.id } : setback(answer, now());
    },
    async updateContact({ contact, contactId }) {
      const fields = fieldsOf(contact);
      if (Object.keys(fields).length === 0) return { kind: 'done', id: contactId };
      const answer = await send('PUT', `/people/${part(contactId)}?mergeTags=true`, fields);
      return written(answer, isStatus(answer, 200) ? contactId : undefined, now());
    },
    async findEntry({ entry, contactId }) {
      const path = `/calls?personId=${part(contactId)}&`;
      return findNote(send, path, (answer) => read(Calls, answer, 200)?.calls, entry.key, now);
    },
    async makeEntry({ entry, contactId }) {
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
      return written(answer, read(Made, answer, 200, 201)?.id, now());
    },
    async updateEntry({ entry, entryId }) {
      const answer = await send('PUT', `/calls/${part(entryId)}`, told(entry));
      return written(answer, isStatus(answer, 200) ? entryId : undefined, now());
    },
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
