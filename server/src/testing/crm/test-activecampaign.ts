import * as z from 'zod/mini';
import { type CrmUnderTest, counter, created, ok, openTestCrm, route } from './test-crm.ts';

const text = z.string().check(z.minLength(1));
const Synced = z.strictObject({
  contact: z.strictObject({
    email: z.email(),
    firstName: z.optional(text),
    lastName: z.optional(text),
    phone: text,
  }),
});
const Updated = z.strictObject({
  contact: z.strictObject({ firstName: z.optional(text), lastName: z.optional(text) }),
});
const Note = z.strictObject({
  note: z.strictObject({ note: text, relid: z.int(), reltype: z.literal('Subscriber') }),
});
const TOKEN = 'test-api-token';

export async function openActiveCampaign(): Promise<CrmUnderTest> {
  interface Contact {
    email: string;
    phone: string;
    firstName?: string | undefined;
    lastName?: string | undefined;
    readonly tags: Set<string>;
  }
  const contacts = new Map<string, Contact>();
  const notes = new Map<string, { relid: string; note: string }>();
  const tags = new Map<string, string>();
  const count = counter(0);
  const next = () => String(count());
  const notFound = { status: 404, json: { message: 'No Result found' } };
  const view = (id: string, { email, phone, firstName = '', lastName = '' }: Contact) => ({
    id,
    email,
    phone,
    firstName,
    lastName,
  });
  const crm = await openTestCrm(
    ({ headers }) =>
      !crm.isLocked && headers['api-token'] === TOKEN
        ? null
        : { status: 403, json: { message: 'You are not allowed' } },
    [
      route('GET', /^\/api\/3\/contacts$/, ({ query }) => {
        const [email, phone] = [query.get('email'), query.get('phone')];
        const found = [...contacts].filter(
          ([, contact]) =>
            (email === null || contact.email === email) &&
            (phone === null || contact.phone.startsWith(phone)),
        );
        return ok({
          contacts: found.slice(0, Number(query.get('limit'))).map(([id, contact]) => view(id, contact)),
        });
      }),
      route('POST', /^\/api\/3\/contact\/sync$/, ({ json }) => {
        const { contact } = z.parse(Synced, json);
        const known = [...contacts].find(([, { email }]) => email === contact.email);
        const id = known?.[0] ?? next();
        const kept: Contact = { tags: new Set(), ...known?.[1], ...contact };
        contacts.set(id, kept);
        return { status: known ? 200 : 201, json: { fieldValues: [], contact: view(id, kept) } };
      }),
      route('PUT', /^\/api\/3\/contacts\/(\d+)$/, ({ json, match: [id = ''] }) => {
        const { contact } = z.parse(Updated, json);
        const kept = contacts.get(id);
        if (!kept) return notFound;
        Object.assign(kept, contact);
        return ok({ contact: view(id, kept) });
      }),
      route('GET', /^\/api\/3\/tags$/, ({ query }) =>
        ok({
          tags: [...tags]
            .filter(([, tag]) => tag.includes(query.get('search') ?? ''))
            .map(([id, tag]) => ({ id, tag, tagType: 'contact' })),
        }),
      ),
      route('POST', /^\/api\/3\/tags$/, ({ json }) => {
        const shape = z.strictObject({
          tag: z.strictObject({ tag: text, tagType: z.literal('contact'), description: z.string() }),
        });
        const { tag } = z.parse(shape, json).tag;
        if ([...tags.values()].includes(tag)) return { status: 422, json: { errors: [{ title: 'taken' }] } };
        const id = next();
        tags.set(id, tag);
        return created({ tag: { id, tag } });
      }),
      route('POST', /^\/api\/3\/contactTags$/, ({ json }) => {
        const shape = z.strictObject({ contactTag: z.strictObject({ contact: text, tag: text }) });
        const { contact, tag } = z.parse(shape, json).contactTag;
        const [kept, name] = [contacts.get(contact), tags.get(tag)];
        if (!kept || name === undefined) return notFound;
        kept.tags.add(name);
        return created({ contactTag: { id: next(), contact, tag } });
      }),
      route('GET', /^\/api\/3\/notes$/, () => ok({ notes: [] })),
      route('GET', /^\/api\/3\/contacts\/(\d+)\/notes$/, ({ query, match: [id = ''] }) => {
        if (!contacts.has(id)) return notFound;
        const from = Number(query.get('offset'));
        const contactNotes = [...notes].filter(([, { relid }]) => relid === id);
        return ok({
          notes: contactNotes
            .slice(from, from + Number(query.get('limit')))
            .map(([noteId, note]) => ({ id: noteId, ...note })),
        });
      }),
      route('POST', /^\/api\/3\/notes$/, ({ json }) => {
        const { note } = z.parse(Note, json);
        if (!contacts.has(String(note.relid))) return notFound;
        const id = next();
        notes.set(id, { relid: String(note.relid), note: note.note });
        return created({ contacts: [], note: { id, ...note } });
      }),
      route('PUT', /^\/api\/3\/notes\/(\d+)$/, ({ json, match: [id = ''] }) => {
        const { note } = z.parse(Note, json);
        const kept = notes.get(id);
        if (!kept) return notFound;
        kept.note = note.note;
        return ok({ note: { id, ...note } });
      }),
    ],
  );
  return Object.assign(crm, {
    token: TOKEN,
    settings: {},
    contacts: () =>
      [...contacts].map(([id, contact]) => ({
        id,
        number: contact.phone,
        email: contact.email,
        fname: contact.firstName ?? '',
        lname: contact.lastName ?? '',
        tags: [...contact.tags],
      })),
    calls: () =>
      [...notes.values()].map(({ relid, note }) => ({ contactId: relid, text: note, seconds: null })),
    add: ({ phone, email }: { phone: string; email?: string }) => {
      const id = next();
      contacts.set(id, { email: email ?? `${id}@crm.test`, phone, tags: new Set() });
      return id;
    },
    remove: (id: string) => void contacts.delete(id),
  });
}
