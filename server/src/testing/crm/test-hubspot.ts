/** Fake HubSpot: contacts and calls. Like the real one, its search finds a new contact only after 30 s. */
import * as z from 'zod/mini';
import { type CrmUnderTest, counter, created, ok, openTestCrm, route } from './test-crm.ts';

const CONTACT = ['firstname', 'lastname', 'email', 'company', 'phone', 'mobilephone', 'offhook_tag'] as const;
const properties = z.partialRecord(z.enum(CONTACT), z.string());
const Search = z.strictObject({
  filterGroups: z
    .array(
      z.strictObject({
        filters: z.array(
          z.strictObject({
            propertyName: z.enum([
              'phone',
              'email',
              'hs_searchable_calculated_phone_number',
              'hs_searchable_calculated_mobile_number',
            ]),
            operator: z.literal('EQ'),
            value: z.string().check(z.minLength(1)),
          }),
        ),
      }),
    )
    .check(z.maxLength(5)),
  properties: z.array(z.enum(CONTACT)),
  sorts: z.array(
    z.strictObject({ propertyName: z.literal('createdate'), direction: z.literal('ASCENDING') }),
  ),
  limit: z.int(),
});
const entry = {
  hs_timestamp: z.iso.datetime(),
  hs_call_title: z.string(),
  hs_call_body: z.string(),
  hs_call_direction: z.enum(['INBOUND', 'OUTBOUND']),
  hs_call_duration: z.string().check(z.regex(/^\d+$/)),
  hs_call_from_number: z.optional(z.string()),
  hs_call_to_number: z.optional(z.string()),
  hs_call_status: z.enum(['COMPLETED', 'BUSY', 'NO_ANSWER', 'FAILED', 'CANCELED']),
  hs_call_disposition: z.optional(z.uuid()),
  hs_call_external_id: z.string(),
};
const NewCall = z.strictObject({
  properties: z.strictObject(entry),
  associations: z.array(
    z.strictObject({
      to: z.strictObject({ id: z.string() }),
      types: z.array(
        z.strictObject({
          associationCategory: z.literal('HUBSPOT_DEFINED'),
          associationTypeId: z.literal(194),
        }),
      ),
    }),
  ),
});

const INDEX_MS = 30_000;
const TOKEN = 'pat-na1-test';

export async function openHubSpot(now: () => number): Promise<CrmUnderTest> {
  const contacts = new Map<string, { at: number; data: Record<string, string> }>();
  const calls = new Map<string, { contactId: string; data: Record<string, string> }>();
  const count = counter(500);
  const next = () => String(count());
  const notFound = { status: 404, json: { status: 'error', message: 'resource not found' } };
  const findOtherByEmail = (email: string | undefined, ownId: string) =>
    [...contacts].find(
      ([id, { data }]) => id !== ownId && email !== undefined && data['email'] === email,
    )?.[0];
  const conflict = (id: string) => ({
    status: 409,
    json: { status: 'error', message: `Contact already exists. Existing ID: ${id}`, category: 'CONFLICT' },
  });
  /** HubSpot's normalization: area code and local number. */
  const calculated = (written: string | undefined) => (written ?? '').replace(/\D/g, '').replace(/^1/, '');
  const crm = await openTestCrm(
    ({ headers }) =>
      !crm.isLocked && headers.authorization === `Bearer ${TOKEN}`
        ? null
        : { status: 401, json: { status: 'error', message: 'Authentication credentials not found.' } },
    [
      route('GET', /^\/crm\/v3\/objects\/(contacts|calls)$/, () => ok({ results: [] })),
      route('POST', /^\/crm\/v3\/objects\/contacts\/search$/, ({ json }) => {
        const { filterGroups, limit } = z.parse(Search, json);
        const fits = (data: Record<string, string>) =>
          filterGroups.some(({ filters }) =>
            filters.every(({ propertyName, value }) => {
              if (propertyName === 'hs_searchable_calculated_phone_number')
                return calculated(data['phone']) === value;
              if (propertyName === 'hs_searchable_calculated_mobile_number')
                return calculated(data['mobilephone']) === value;
              return data[propertyName] === value;
            }),
          );
        const results = [...contacts]
          .filter(([, { at, data }]) => now() - at >= INDEX_MS && fits(data))
          .slice(0, limit)
          .map(([id, { data }]) => ({ id, properties: data }));
        return ok({ total: results.length, results });
      }),
      route('POST', /^\/crm\/v3\/objects\/contacts$/, ({ json }) => {
        const data = z.parse(z.strictObject({ properties }), json).properties as Record<string, string>;
        const taken = findOtherByEmail(data['email'], '');
        if (taken !== undefined) return conflict(taken);
        const id = next();
        contacts.set(id, { at: now(), data });
        return created({ id, properties: data });
      }),
      route('PATCH', /^\/crm\/v3\/objects\/contacts\/(\d+)$/, ({ json, match: [id = ''] }) => {
        const data = z.parse(z.strictObject({ properties }), json).properties as Record<string, string>;
        const kept = contacts.get(id);
        if (!kept) return notFound;
        const taken = findOtherByEmail(data['email'], id);
        if (taken !== undefined) return conflict(taken);
        Object.assign(kept.data, data);
        return ok({ id, properties: kept.data });
      }),
      route(
        'GET',
        /^\/crm\/v4\/objects\/contacts\/(\d+)\/associations\/calls$/,
        ({ query, match: [id = ''] }) => {
          if (!contacts.has(id)) return notFound;
          const contactCalls = [...calls].filter(([, { contactId }]) => contactId === id);
          const from = Number(query.get('after') ?? 0);
          // Pages are smaller than requested, so that there are several.
          const page = contactCalls.slice(from, from + Math.min(2, Number(query.get('limit'))));
          const more =
            from + page.length < contactCalls.length ? { next: { after: String(from + page.length) } } : null;
          return ok({
            results: page.map(([callId]) => ({ toObjectId: Number(callId), associationTypes: [] })),
            ...(more ? { paging: more } : {}),
          });
        },
      ),
      route('POST', /^\/crm\/v3\/objects\/calls\/batch\/read$/, ({ json }) => {
        const search = z.parse(
          z.strictObject({
            properties: z.array(z.literal('hs_call_external_id')),
            inputs: z.array(z.strictObject({ id: z.string() })),
          }),
          json,
        );
        const results = search.inputs.flatMap(({ id }) => {
          const call = calls.get(id);
          return call ? [{ id, properties: { hs_call_external_id: call.data['hs_call_external_id'] } }] : [];
        });
        return ok({ status: 'COMPLETE', results });
      }),
      route('POST', /^\/crm\/v3\/objects\/calls$/, ({ json }) => {
        const newCall = z.parse(NewCall, json);
        const contactId = newCall.associations[0]?.to.id ?? '';
        if (!contacts.has(contactId)) return notFound;
        const id = next();
        calls.set(id, { contactId, data: newCall.properties as Record<string, string> });
        return created({ id, properties: newCall.properties });
      }),
      route('PATCH', /^\/crm\/v3\/objects\/calls\/(\d+)$/, ({ json, match: [id = ''] }) => {
        const { properties: data } = z.parse(z.strictObject({ properties: z.strictObject(entry) }), json);
        const kept = calls.get(id);
        if (!kept) return notFound;
        Object.assign(kept.data, data);
        return ok({ id, properties: kept.data });
      }),
    ],
  );
  return Object.assign(crm, {
    token: TOKEN,
    settings: { tag_field: 'offhook_tag' },
    contacts: () =>
      [...contacts].map(([id, { data }]) => ({
        id,
        number: data['phone'] ?? '',
        email: data['email'] ?? null,
        fname: data['firstname'] ?? '',
        lname: data['lastname'] ?? '',
        tags: [data['offhook_tag'] ?? []].flat(),
      })),
    calls: () =>
      [...calls.values()].map(({ contactId, data }) => ({
        contactId,
        text: `${data['hs_call_title']}<br>${data['hs_call_body']}`,
        seconds: Number(data['hs_call_duration']) / 1000,
      })),
    add: ({ phone, email }: { phone: string; email?: string }) => {
      const id = next();
      contacts.set(id, { at: now() - INDEX_MS, data: { phone, ...(email ? { email } : {}) } });
      return id;
    },
    remove: (id: string) => void contacts.delete(id),
  });
}
