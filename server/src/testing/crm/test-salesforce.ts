import * as z from 'zod/mini';
import { type CrmUnderTest, created, ok, openTestCrm, type Reply, route } from './test-crm.ts';

const text = z.string().check(z.minLength(1));
const lead = {
  FirstName: z.optional(text),
  LastName: text,
  Company: text,
  Email: z.optional(text),
  Phone: z.optional(text),
  DoNotCall: z.optional(z.literal(true)),
  Offhook_Tag__c: z.optional(text),
};
const { Company: _, ...contact } = lead;
const task = {
  Subject: text,
  Status: z.literal('Completed'),
  Priority: z.literal('Normal'),
  ActivityDate: z.iso.date(),
  Description: text,
  CallType: z.enum(['Inbound', 'Outbound']),
  CallDurationInSeconds: z.int(),
  CallDisposition: text,
  CallObject: text,
};
const CLIENT = '3MVG9test';
const SECRET = 'secret of the client';

interface StoredRecord {
  readonly object: 'Lead' | 'Contact' | 'Task';
  readonly data: Record<string, unknown>;
}

export async function openSalesforce(): Promise<
  CrmUnderTest & { endSessions(): void; convert(id: string): string }
> {
  const records = new Map<string, StoredRecord>();
  let session = 0;
  let last = 0;
  const PREFIX = { Lead: '00Q', Contact: '003', Task: '00T' } as const;
  const add = (object: StoredRecord['object'], data: Record<string, unknown>) => {
    last += 1;
    const id = `${PREFIX[object]}${String(last).padStart(15, '0')}`;
    records.set(id, { object, data });
    return id;
  };
  const failed = (status: number, errorCode: string): Reply => ({
    status,
    json: [{ message: `${errorCode} of a test`, errorCode }],
  });
  const API = '\\/services\\/data\\/v\\d+\\.\\d';

  function select(soql: string): Reply {
    const [, fields, object, where = '', limit] =
      /^SELECT ([\w, ]+) FROM (Lead|Contact|Task)(?: WHERE (.+?))?(?: ORDER BY CreatedDate)? LIMIT (\d+)$/.exec(
        soql,
      ) ?? [];
    if (fields === undefined) return failed(400, 'MALFORMED_QUERY');
    const inList = /(\w+) IN \(((?:'(?:[^'\\]|\\.)*',?)+)\)/g;
    const equals = /(\w+) = '((?:[^'\\]|\\.)*)'/g;
    const lists = [...where.matchAll(inList)];
    const equal = [...where.matchAll(equals)];
    const rest = where.replace(inList, '').replace(equals, '').replace('IsConverted = false', '');
    if (!/^(AND|OR|[() ])*$/.test(rest)) return failed(400, 'MALFORMED_QUERY');
    const values = (list: string) => [...list.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, one]) => one);
    const found = [...records]
      .filter(([, one]) => one.object === object)
      .filter(([, { data }]) => !(where.includes('IsConverted = false') && data['IsConverted'] === true))
      .filter(([, { data }]) => {
        if (where === '') return true;
        if (object === 'Task') return equal.every(([, name = '', value]) => data[name] === value);
        return (
          lists.some(([, name = '', list = '']) => values(list).includes(data[name] as string)) ||
          equal.some(([, name = '', value]) => data[name] === value)
        );
      });
    return ok({
      done: true,
      records: found.slice(0, Number(limit)).map(([Id, { data }]) => ({
        attributes: { type: object },
        Id,
        ...Object.fromEntries(
          fields
            .split(', ')
            .filter((name) => name !== 'Id')
            .map((name) => [name, data[name] ?? null]),
        ),
      })),
    });
  }

  const crm = await openTestCrm(
    ({ path, headers }) =>
      path === '/services/oauth2/token' ||
      (!crm.isLocked && headers.authorization === `Bearer session-${session}`)
        ? null
        : failed(401, 'INVALID_SESSION_ID'),
    [
      [
        'POST',
        /^\/services\/oauth2\/token$/,
        ({ form }) => {
          const credentials = Object.fromEntries(form);
          const isGood =
            !crm.isLocked &&
            credentials['grant_type'] === 'client_credentials' &&
            credentials['client_id'] === CLIENT &&
            credentials['client_secret'] === SECRET &&
            Object.keys(credentials).length === 3;
          if (!isGood)
            return { status: 400, json: { error: 'invalid_client', error_description: 'invalid client' } };
          session += 1;
          return ok({ access_token: `session-${session}`, token_type: 'Bearer' });
        },
        'application/x-www-form-urlencoded',
      ],
      route('GET', new RegExp(`^${API}/query$`), ({ query }) => select(query.get('q') ?? '')),
      route('POST', new RegExp(`^${API}/sobjects/Lead$`), ({ json }) =>
        created({ id: add('Lead', z.parse(z.strictObject(lead), json)), success: true, errors: [] }),
      ),
      route(
        'PATCH',
        new RegExp(`^${API}/sobjects/(Lead|Contact)/(\\w+)$`),
        ({ json, match: [object, id = ''] }) => {
          const data = z.parse(z.partial(z.strictObject(object === 'Lead' ? lead : contact)), json);
          const kept = records.get(id);
          if (!kept || kept.object !== object) return failed(404, 'NOT_FOUND');
          if (kept.data['IsConverted'] === true) return failed(400, 'CANNOT_UPDATE_CONVERTED_LEAD');
          Object.assign(kept.data, data);
          return { status: 204 };
        },
      ),
      route('POST', new RegExp(`^${API}/sobjects/Task$`), ({ json }) => {
        const shape = z.strictObject({ ...task, WhoId: text, TaskSubtype: z.literal('Call') });
        const newTask = z.parse(shape, json);
        if (!records.has(newTask.WhoId)) return failed(400, 'INVALID_CROSS_REFERENCE_KEY');
        return created({ id: add('Task', newTask), success: true, errors: [] });
      }),
      route('PATCH', new RegExp(`^${API}/sobjects/Task/(\\w+)$`), ({ json, match: [id = ''] }) => {
        const kept = records.get(id);
        if (kept?.object !== 'Task') return failed(404, 'NOT_FOUND');
        Object.assign(kept.data, z.parse(z.strictObject(task), json));
        return { status: 204 };
      }),
    ],
  );
  const all = (object: StoredRecord['object'][]) =>
    [...records].filter(([, one]) => object.includes(one.object));
  const str = (value: unknown) => (typeof value === 'string' ? value : '');
  return Object.assign(crm, {
    token: SECRET,
    settings: { client_id: CLIENT, tag_field: 'Offhook_Tag__c' },
    contacts: () =>
      all(['Lead', 'Contact']).map(([id, { data }]) => ({
        id,
        number: str(data['Phone']),
        email: str(data['Email']) || null,
        fname: str(data['FirstName']),
        lname: str(data['LastName']),
        tags: [data['Offhook_Tag__c'] ?? []].flat() as string[],
      })),
    calls: () =>
      all(['Task']).map(([, { data }]) => ({
        contactId: str(data['WhoId']),
        text: `${str(data['Subject'])}\n${str(data['Description'])}`,
        seconds: Number(data['CallDurationInSeconds']),
      })),
    add: ({ phone, email }: { phone: string; email?: string }) =>
      add('Contact', { LastName: 'Known', Phone: phone, ...(email ? { Email: email } : {}) }),
    remove: (id: string) => void records.delete(id),
    endSessions: () => {
      session += 1;
    },
    convert: (id: string) => {
      const data = records.get(id)?.data ?? {};
      data['IsConverted'] = true;
      return add('Contact', { LastName: data['LastName'], Phone: data['Phone'] });
    },
  });
}
