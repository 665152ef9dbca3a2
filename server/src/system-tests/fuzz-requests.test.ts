import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { CONSOLE_NOTES } from '@offhook/contract/openapi/console-notes';
import { REQUEST_NOTES } from '@offhook/contract/openapi/request-notes';
import { REQUESTS } from '@offhook/contract/requests/all-requests';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Database, insert, queryRows } from '../platform/database/database.ts';
import { leads, users } from '../platform/database/schema.ts';
import { change } from '../testing/app/rows.ts';
import { openWholeApp } from '../testing/app/whole-app.ts';
import { withDatabase } from '../testing/database/database.ts';
import { testWorlds } from '../testing/world/world.ts';

const ROWS = { ...REQUESTS, ...CONSOLE_REQUESTS };
type RowName = keyof typeof ROWS;
const NOTES: Partial<Record<RowName, { readonly body?: Readonly<Record<string, unknown>> }>> = {
  ...REQUEST_NOTES,
  ...CONSOLE_NOTES,
};

const configuredRuns = process.env['OFFHOOK_FUZZ'];
/** How many mutations of each of the contract's examples are sent. */
const rounds = Math.ceil(Number(configuredRuns ?? 20) / 10);
const seedOption = configuredRuns === undefined ? { seed: 1 } : {};

const fuzzValue = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u{1f600}'.repeat(600),
    'x'.repeat(6000),
    '+1415555010500000000000000000',
    '٠١٢٣٤٥٦٧٨٩',
    [],
    {},
    [[[[[]]]]],
    { length: 1 },
    { toString: 'x' },
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
);

function fuzzBody(name: RowName): fc.Arbitrary<string> {
  const example = NOTES[name]?.body ?? {};
  const fields = Object.keys(example);
  const changed = fc
    .array(fc.tuple(fc.constantFrom(...fields, '__proto__', 'constructor', 'extra'), fc.option(fuzzValue)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => {
      const body = new Map<string, unknown>(Object.entries(example));
      for (const [field, value] of changes) {
        if (value === null) body.delete(field);
        else body.set(field, value);
      }
      return `{${[...body].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
    });
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: fc.json() },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '[]', 'null', '"x"', '{"a":', '\u0000', `${'['.repeat(20_000)}`),
    },
  );
}

const ids = fc.constantFrom(
  '0',
  '-1',
  '1',
  '2',
  '1000',
  'x',
  '1e3',
  '1.5',
  '9007199254740993',
  '%00',
  '%2e%2e',
  '99999999999999999999',
);
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'page',
        'limit',
        'status',
        'search',
        'team_id',
        'phone_number',
        'time',
        'cursor',
        'from',
      ),
      fuzzValue,
    ),
    {
      maxLength: 3,
    },
  )
  .map((pairs) =>
    pairs
      .map(
        ([name, value]) =>
          `${name}=${encodeURIComponent(String(typeof value === 'string' ? Buffer.from(value).toString() : JSON.stringify(value)))}`,
      )
      .join('&'),
  );

async function stateOf(db: Database): Promise<unknown> {
  const counted = ['calls', 'call_users', 'legs'];
  const compared = [
    'leads',
    'notes',
    'messages',
    'planned_calls',
    'users',
    'teams',
    'sessions',
    'audit_log',
    'outward_events',
    'accounts',
    'api_keys',
    'web_forms',
    'user_invitations',
    'sign_in_tokens',
    'outward_destinations',
    'profiles',
    'tags',
    'team_members',
  ];
  const parts = [
    ...counted.map((name) => `(select count(*)::text from ${name}) as ${name}`),
    ...compared.map(
      (name) =>
        `(select count(*) || ':' || coalesce(sum(hashtext(t::text)::bigint), 0) from ${name} t) as ${name}`,
    ),
    // Whether the provider knows a number is checked in the background.
    `(select count(*) || ':' || coalesce(sum(hashtext((id, team_id, name)::text)::bigint), 0) from numbers) as numbers`,
  ];
  const [row] = await queryRows<Record<string, string>>(db, sql.raw(`select ${parts.join(', ')}`));
  return row;
}

withDatabase('a fuzzed request', (open) => {
  const openWorld = testWorlds(open);

  it.each([
    ['the phone', REQUESTS, rounds],
    ['the console', CONSOLE_REQUESTS, Math.ceil(rounds / 2)],
  ] as const)(
    'from %s causes no internal error, and changes nothing if it’s rejected',
    async (_, table, numRuns) => {
      const world = await openWorld();
      // Requests that need a mail server get another answer without one.
      const { app, signIn } = await openWholeApp(world, [], { sendsMail: true });
      // The numbers in the contract's examples must not be called, and no effects may be left for a worker.
      const never = { account_id: 100, phone_number: '+14155550105', label: 'Never', do_not_call: true };
      await world.db
        .insert(leads)
        .values(never)
        .onConflictDoUpdate({ target: [leads.account_id, leads.phone_number], set: never });
      const supervisor = await signIn('supervisor@demo.test');
      // An ID that no request names, so that the session stays open.
      const [admin = null] = await world.db.select().from(users).where(eq(users.email, 'admin@demo.test'));
      await change(world.db, users, admin?.id ?? 0, { email: 'moved@demo.test', permissions: [] });
      const moved = { ...admin, id: 77_000, email: 'admin@demo.test' } as typeof users.$inferInsert;
      await insert(world.db, users, moved);
      const administrator = await signIn('admin@demo.test');
      const visitor = await signIn('nobody@demo.test');
      const key = { authorization: 'Bearer demo-100' };
      const rejected = new Set<string>();
      // Logging out would end the session that the other requests need.
      const names = (Object.keys(table) as RowName[]).filter((name) => name !== 'logout');
      for (const name of names) {
        const row: { method: string; path: string; access: string; bodyKind?: string } = ROWS[name];
        const { method, path, access, bodyKind } = row;
        const isConsole = access === 'supervisor' || access === 'admin';
        const session = isConsole ? administrator : name === 'login' ? visitor : supervisor;
        const who = access === 'api-key' ? key : session;
        const type = bodyKind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
        const types = fc.constantFrom(
          type,
          type,
          type,
          type,
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/xml',
        );
        await fc.assert(
          fc.asyncProperty(fuzzBody(name), ids, query, types, async (body, id, search, contentType) => {
            const before = await stateOf(world.db);
            const response = await app.inject({
              method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
              url: `${path.replace(':id', id)}?${search}`,
              headers: { ...who, ...(method === 'GET' ? {} : { 'content-type': contentType }) },
              ...(method === 'GET' ? {} : { payload: body }),
            });
            expect(response.statusCode).toBeLessThan(500);
            if (response.statusCode < 400) return;
            rejected.add(name);
            expect(response.json()).toEqual({
              success: false,
              error: expect.stringMatching(/^[A-Z].+\.$/),
              code: expect.stringMatching(/^[a-z]\w+$/),
            });
            expect(await stateOf(world.db)).toEqual(before);
          }),
          // A body that no request accepts.
          { ...seedOption, numRuns, examples: [['[]', 'x', '', type]] },
        );
      }
      const withInput = names.filter((name) => 'body' in ROWS[name] || 'params' in ROWS[name]);
      expect(withInput.filter((name) => !rejected.has(name))).toEqual([]);
    },
  );

  it.each([
    ['a NUL', '\u0000'],
    ['a lone surrogate', '\ud800'],
  ])('with %s in a text, or with a time before 1970, is rejected with a readable error', async (_, bad) => {
    const world = await openWorld();
    const { app, signIn } = await openWholeApp(world);
    const post = async (url: string, headers: Record<string, string>, payload: object) => {
      const before = await stateOf(world.db);
      const response = await app.inject({ method: 'POST', url, headers, payload });
      expect(await stateOf(world.db)).toEqual(before);
      return [response.statusCode, response.json().error];
    };
    const other = await signIn('nobody@demo.test');
    const login = [422, 'Your login credentials are invalid.'];
    const credentials = { email: 'agent@demo.test', password: 'offhook-demo' };
    expect(await post('/api/v1/user/login', other, { ...credentials, email: `a${bad}@x.test` })).toEqual(
      login,
    );
    expect(await post('/api/v1/user/login', other, { ...credentials, password: `x${bad}` })).toEqual(login);
    const key = { authorization: 'Bearer demo-100' };
    const lead = { phone_number: '+14155550142', fname: 'Ada' };
    const text = [422, 'The text has invisible or broken characters. Delete them or retype the text.'];
    expect(await post('/api/v1/leads', key, { ...lead, fname: `Ada${bad}` })).toEqual(text);
    expect(await post('/api/v1/calls', key, { ...lead, company: bad })).toEqual(text);
    expect(await post('/api/v1/calls', key, { ...lead, at: '0000-01-01T00:00:00Z' })).toEqual([
      422,
      'Enter a date and time between the years 1970 and 9999.',
    ]);
  });
});
