import * as z from 'zod/mini';
import { type CrmUnderTest, counter, created, ok, openTestCrm, route } from './test-crm.ts';

const text = z.string().check(z.minLength(1));
const value = z.strictObject({ value: text });
const person = {
  firstName: z.optional(text),
  lastName: z.optional(text),
  tags: z.optional(z.array(text)),
};
const Event = z.strictObject({
  source: text,
  system: text,
  type: z.enum(['General Inquiry', 'Incoming Call']),
  person: z.strictObject({ ...person, phones: z.array(value), emails: z.optional(z.array(value)) }),
});
const changeable = {
  note: z.optional(text),
  outcome: z.optional(
    z.enum(['Interested', 'Not Interested', 'Left Message', 'No Answer', 'Busy', 'Bad Number']),
  ),
};
const NewCall = z.strictObject({
  ...changeable,
  personId: z.int(),
  phone: text,
  isIncoming: z.boolean(),
  duration: z.int(),
  fromNumber: z.optional(text),
  toNumber: z.optional(text),
});
const KEY = 'fka_test';

export async function openFollowUpBoss(): Promise<CrmUnderTest> {
  interface Person {
    id: number;
    firstName?: string | undefined;
    lastName?: string | undefined;
    tags: string[];
    phones: { value: string }[];
    emails: { value: string }[];
  }
  const people = new Map<number, Person>();
  const calls: ({ id: number } & z.infer<typeof NewCall>)[] = [];
  const next = counter();
  const digits = (number: string) => number.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const notFound = { status: 404, json: { errorMessage: 'not found' } };
  const mergeTags = (to: Person, tags: readonly string[] | undefined) => {
    to.tags = [...new Set([...to.tags, ...(tags ?? [])])];
  };
  const crm = await openTestCrm(
    ({ headers }) => {
      const isGood = headers.authorization === `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`;
      return !crm.isLocked && isGood
        ? null
        : { status: 401, json: { errorMessage: 'The API key is not valid.' } };
    },
    [
      route('GET', /^\/v1\/identity$/, () => ok({ account: {}, user: {} })),
      route('GET', /^\/v1\/people$/, ({ query }) => {
        const [phone, email] = [query.get('phone'), query.get('email')];
        const found = [...people.values()].filter(
          ({ phones, emails }) =>
            (phone === null || phones.some((one) => digits(one.value) === digits(phone))) &&
            (email === null || emails.some((one) => one.value === email)),
        );
        return ok({ _metadata: {}, people: found.slice(0, Number(query.get('limit'))) });
      }),
      route('POST', /^\/v1\/events$/, ({ json }) => {
        const { tags, phones, emails = [], ...names } = z.parse(Event, json).person;
        const known = [...people.values()].find((one) =>
          one.phones.some((stored) => phones.some((sent) => digits(stored.value) === digits(sent.value))),
        );
        const one = known ?? { id: next(), tags: [], phones, emails };
        Object.assign(one, names);
        mergeTags(one, tags);
        people.set(one.id, one);
        return { status: known ? 200 : 201, json: one };
      }),
      route('PUT', /^\/v1\/people\/(\d+)$/, ({ json, query, match: [id] }) => {
        const { tags, ...names } = z.parse(z.strictObject(person), json);
        const one = people.get(Number(id));
        if (!one) return notFound;
        Object.assign(one, names);
        if (query.get('mergeTags') === 'true') mergeTags(one, tags);
        else if (tags) one.tags = [...tags];
        return ok(one);
      }),
      route('GET', /^\/v1\/calls$/, ({ query }) => {
        const found = calls.filter(
          ({ personId }) => query.get('personId') === null || personId === Number(query.get('personId')),
        );
        const from = Number(query.get('offset') ?? 0);
        return ok({ _metadata: {}, calls: found.slice(from, from + Number(query.get('limit'))) });
      }),
      route('POST', /^\/v1\/calls$/, ({ json }) => {
        const newCall = z.parse(NewCall, json);
        if (!people.has(newCall.personId)) return notFound;
        const call = { id: next(), ...newCall };
        calls.push(call);
        return created(call);
      }),
      route('PUT', /^\/v1\/calls\/(\d+)$/, ({ json, match: [id] }) => {
        const changes = z.parse(z.strictObject(changeable), json);
        const call = calls.find((one) => one.id === Number(id));
        if (!call) return notFound;
        Object.assign(call, changes);
        return ok(call);
      }),
    ],
  );
  return Object.assign(crm, {
    token: KEY,
    settings: {},
    contacts: () =>
      [...people.values()].map((one) => ({
        id: String(one.id),
        number: one.phones[0]?.value ?? '',
        email: one.emails[0]?.value ?? null,
        fname: one.firstName ?? '',
        lname: one.lastName ?? '',
        tags: one.tags,
      })),
    calls: () =>
      calls.map(({ personId, note, duration }) => ({
        contactId: String(personId),
        text: note ?? '',
        seconds: duration,
      })),
    add: ({ phone, email }: { phone: string; email?: string }) => {
      const id = next();
      const emails = email ? [{ value: email }] : [];
      people.set(id, { id, tags: [], phones: [{ value: phone }], emails });
      return String(id);
    },
    remove: (id: string) => void people.delete(Number(id)),
  });
}
