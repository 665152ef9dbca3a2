import { CONSOLE_REQUESTS, type ConsoleRequestName } from '@offhook/contract/console/console';
import { CONSOLE_NOTES } from '@offhook/contract/openapi/console-notes';
import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sessionListId } from '../accounts/second-factor/session-list.ts';
import { hashToken } from '../accounts/sign-in/sessions.ts';
import { addCallUser } from '../platform/database/call-users.ts';
import { type Database, insert } from '../platform/database/database.ts';
import {
  accounts,
  auditLog,
  calls,
  callUsers,
  leadImportLines,
  leads,
  profiles,
  sessions,
  teams,
  users,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../platform/database/schema.ts';
import { recordChecked } from '../platform/telephony/checked-numbers.ts';
import { databaseState, entityFactories } from '../testing/app/entities.ts';
import { ACCOUNT, find, firstRow, userOf } from '../testing/app/rows.ts';
import { openWholeApp } from '../testing/app/whole-app.ts';
import { openFollowUpBoss } from '../testing/crm/test-followupboss.ts';
import { withDatabase } from '../testing/database/database.ts';
import { serve } from '../testing/servers/local.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const LEAD = { phone_number: '+14155550105', fname: 'Ada', lname: 'Form' };
/** Where the documented example names records that don't exist. */
const OTHER_BODIES: Partial<Record<ConsoleRequestName, object>> = { saveScorecard: { answers: [] } };
const NAMES = Object.keys(CONSOLE_REQUESTS) as ConsoleRequestName[];
const requestOf = (
  name: ConsoleRequestName,
): { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; access: string } => CONSOLE_REQUESTS[name];

/** @returns the ID that the list of sessions has */
async function addSession(db: Database, user_id: number): Promise<string> {
  const token_hash = hashToken(`session of ${user_id}`);
  await db.insert(sessions).values({ token_hash, user_id, expires_at: new Date('2099-01-01') });
  return sessionListId(token_hash);
}

async function startReceiver(): Promise<{ url: string; bodies: { body: string; signature: string }[] }> {
  const bodies: { body: string; signature: string }[] = [];
  const base = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.push({ body, signature: String(request.headers['offhook-signature']) });
      response.writeHead(204).end();
    });
  });
  return { url: `${base}/hook`, bodies };
}

async function openConsole(world: TestWorld) {
  const { app, signIn, notifiedAccounts } = await openWholeApp(world, [], { sendsMail: true });
  const { url, bodies } = await startReceiver();
  const make = entityFactories(world.db, url);
  const send = async (
    headers: Record<string, string>,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) => {
    const response = await app.inject({
      method,
      url: `/api/v1/console${path}`,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each test expects the fields that it reads
    return { status: response.statusCode, body: response.json<any>() };
  };
  const createRow = async (kind: string) => {
    const id = await make[kind]?.();
    if (id === undefined) throw new Error(`the test can't create rows of kind ${kind}`);
    return id;
  };
  /** Prepares a request with its documented example and the row that it needs. */
  const prepare = async (name: ConsoleRequestName) => {
    const { method, path } = requestOf(name);
    const relative = path.replace('/api/v1/console', '');
    const [, kind = ''] = relative.split('/');
    const id = relative.includes(':id') ? await createRow(kind) : 0;
    const body =
      name === 'endAgentSession'
        ? { session: await addSession(world.db, id) }
        : name === 'addReportMail'
          ? {
              ...CONSOLE_NOTES[name].body,
              filters: {},
              recipient_ids: [(await userOf(world.db, 'supervisor@demo.test')).id],
            }
          : (OTHER_BODIES[name] ?? CONSOLE_NOTES[name].body);
    const query = name === 'readReport' ? '?from=2026-01-01&to=2026-01-07' : '';
    return (headers: Record<string, string>) =>
      send(headers, method, relative.replace(':id', String(id)) + query, body);
  };
  const as = async (email: string) => {
    const headers = await signIn(email);
    return {
      headers,
      get: (path: string) => send(headers, 'GET', path),
      post: (path: string, body: object = {}) => send(headers, 'POST', path, body),
      put: (path: string, body: object) => send(headers, 'PUT', path, body),
      delete: (path: string) => send(headers, 'DELETE', path),
    };
  };
  return { app, signIn, notifiedAccounts, prepare, as, createRow, url, bodies, db: world.db };
}

type Browser = Awaited<ReturnType<Awaited<ReturnType<typeof openConsole>>['as']>>;

/** Expects each request to be rejected with its message and to change nothing. */
async function expectRejections(
  db: Database,
  send: (request: object) => ReturnType<Browser['put']>,
  requests: readonly (readonly [request: object, message: string])[],
): Promise<void> {
  const before = await databaseState(db);
  for (const [request, message] of requests) {
    const { status, body } = await send(request);
    expect([request, status, body]).toEqual([
      request,
      422,
      { success: false, error: message, code: expect.any(String) },
    ]);
  }
  expect(await databaseState(db)).toEqual(before);
}

const lastAudit = (db: Database) => firstRow(db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1));

withDatabase('the console', (open) => {
  const openWorld = testWorlds(open);

  async function setUp() {
    const world = await openWorld();
    return { ...(await openConsole(world)), world };
  }
  async function setUpAdmin() {
    const console = await setUp();
    return { ...console, admin: await console.as('admin@demo.test') };
  }
  async function setUpSupervisor() {
    const console = await setUp();
    return { ...console, supervisor: await console.as('supervisor@demo.test') };
  }
  async function setUpRinging() {
    const console = await setUpSupervisor();
    const { world } = console;
    const ann = await world.waiting('agent@demo.test');
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    await world.waitForRing(ann.id);
    return { ...console, ann, callId };
  }

  it('handles every administrator request and writes each change to the audit log', async () => {
    const { prepare, admin, db } = await setUpAdmin();
    // Their order matters; see console-imports.test.ts.
    const isStepOfImport = (name: string) => name.endsWith('LeadImport') && name !== 'readLeadImport';
    for (const name of NAMES.filter((one) => !isStepOfImport(one))) {
      const send = await prepare(name);
      const lines = await db.select().from(auditLog);
      const { status, body } = await send(admin.headers);
      expect([name, status, status === 200 ? '' : body.error]).toEqual([name, 200, '']);
      const written = (await db.select().from(auditLog)).slice(lines.length);
      expect([name, written.length]).toEqual([name, requestOf(name).method === 'GET' ? 0 : 1]);
      for (const line of written)
        expect(line).toMatchObject({
          account_id: ACCOUNT,
          user_id: expect.any(Number),
          address: '127.0.0.1',
        });
    }
  });

  it('sends a test lead that rings agents or says why none rings, and keeps a known name and form', async () => {
    const { world, admin, db } = await setUpAdmin();
    const send = (phone_number: string) => admin.post('/test-lead', { phone_number, fname: 'Test lead' });
    expect((await send('12')).status).toBe(422);
    const offline = await send('+14155550107');
    expect(offline.body).toMatchObject({ is_ringing: false, reason: expect.stringMatching(/./) });

    await world.waiting('agent@demo.test');
    const { body } = await send(LEAD.phone_number);
    expect(body).toMatchObject({ is_ringing: true, call_id: expect.any(Number), scheduled_for: null });
    expect(await lastAudit(db)).toMatchObject({
      action: 'leads test',
      subject: `lead ${body.lead_id}: test sent`,
    });
    const leadOf = async (id: number) => {
      const [found] = await find(db, leads, eq(leads.id, id));
      return [found?.fname, found?.form];
    };
    expect(await leadOf(body.lead_id)).toEqual(['Test lead', 'Offhook test lead']);
    await world.postLead({ ...LEAD, phone_number: '+14155550106', form: 'Website' });
    expect(await leadOf((await send('+14155550106')).body.lead_id)).toEqual(['Ada', 'Website']);

    const statuses = [];
    for (let sent = 4; sent <= 10; sent += 1) statuses.push((await send(LEAD.phone_number)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await leadOf(body.lead_id)).toEqual(['Test lead', 'Offhook test lead']);
    // A form without a name is a form.
    await world.postLead(LEAD);
    expect(await leadOf(body.lead_id)).toEqual(['Ada', null]);
  });

  it('shows ringing agents and waiting leads for the account or for one team', async () => {
    const { world, db, ann, callId, supervisor } = await setUpRinging();
    const { body: board } = await supervisor.get('/board');
    const shown = board.agents.find(({ id }: { id: number }) => id === ann.id);
    expect(shown).toMatchObject({
      state: 'ringing',
      call_id: callId,
      with: 'Ada Form',
      full_name: 'Ann Reyes',
    });
    expect(board.agents[0]).toEqual(shown);
    expect(board.waiting).toMatchObject([
      { call_id: callId, planned_id: null, label: 'Ada Form', ringing: 1, due_at: null },
    ]);
    expect(board.waiting_total).toBe(1);
    expect(board.today).toMatchObject({
      first_ring_p50_ms: expect.any(Number),
      longest_seconds: expect.any(Number),
    });
    expect(board.today.steps.intake.count).toBeGreaterThan(0);
    const call = await world.call(callId);
    const team = await insert(db, teams, { account_id: ACCOUNT, name: 'Empty' });
    const { body: teamBoard } = await supervisor.get(`/board?team_id=${call.team_id}`);
    expect(teamBoard.waiting).toHaveLength(1);
    expect(teamBoard.teams).toMatchObject([{ id: call.team_id }]);
    const { body: other } = await supervisor.get(`/board?team_id=${team.id}`);
    expect(other).toMatchObject({ agents: [], waiting: [], today: { leads: 0 } });
    const foreign = await insert(db, teams, { account_id: 200, name: 'Foreign' });
    expect((await supervisor.get(`/board?team_id=${foreign.id}`)).status).toBe(404);
  });

  it('shows a scheduled call as waiting, with its reason', async () => {
    const { world, supervisor } = await setUpSupervisor();
    await world.db.update(profiles).set({ retry_minutes: [15] });
    await world.postLead(LEAD);
    const { body } = await supervisor.get('/board');
    const ada = body.waiting.find(({ label }: { label: string }) => label === 'Ada Form');
    expect(ada).toMatchObject({
      planned_id: expect.any(Number),
      call_id: null,
      ringing: 0,
      due_at: expect.any(String),
    });
    expect(ada.reason).toMatch(/^[A-Z].+/);
  });

  it.each([
    [{ recording_announcement: 'by_region' }, 'by_region', true],
    [{ recording_announcement: 'never' }, 'never', false],
    [{ announces_recording: true }, 'always', true],
    [{ announces_recording: false }, 'never', false],
    [{ announces_recording: true, recording_announcement: 'by_region' }, 'by_region', true],
  ])('the profile %j sets a team’s recording announcement to %j', async (profile, choice, legacyFlag) => {
    const { createRow, admin } = await setUpAdmin();
    const id = await createRow('teams');
    await admin.put(`/teams/${id}`, { profile: { recording_announcement: 'by_region' } });
    const { body } = await admin.put(`/teams/${id}`, { profile });
    expect(body.team.profile).toMatchObject({
      recording_announcement: choice,
      announces_recording: legacyFlag,
    });
  });

  it('a new team records and announces it by region, unless the request says otherwise', async () => {
    const { admin } = await setUpAdmin();
    const { body } = await admin.post('/teams', { name: 'Support' });
    expect(body.team.profile).toMatchObject({ records: true, recording_announcement: 'by_region' });
    const profile = { recording_announcement: 'never' };
    const other = await admin.post('/teams', { name: 'Consent in the form', profile });
    expect(other.body.team.profile).toMatchObject(profile);
  });

  it('stores a team’s settings, and rejects invalid ones without changes', async () => {
    const { createRow, db, admin } = await setUpAdmin();
    const id = await createRow('teams');
    const other = await createRow('teams');
    const user = await createRow('agents');
    const schedule = { time_zone: 'America/New_York', pieces: [{ day: 6, from: 1320, to: 120 }] };
    const { status, body } = await admin.put(`/teams/${id}`, {
      name: ' Sales ',
      fallback_team_id: other,
      schedule,
      members: [{ user_id: user, priority_group: 2 }],
      profile: {
        mode: 'round_robin',
        retry_minutes: [1, 5],
        missed_text: '',
        greeting_language: 'es-mx',
        tags: [
          { name: 'Call back', color: '#aabbcc' },
          { key: 'sold', name: 'Sold', color: '#112233' },
        ],
      },
    });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.team).toMatchObject({
      id,
      name: 'Sales',
      fallback_team_id: other,
      schedule,
      members: [{ user_id: user, priority_group: 2, active: true }],
      profile: {
        mode: 'round_robin',
        retry_minutes: [1, 5],
        missed_text: null,
        greeting_language: 'es-MX',
        tags: [
          { key: 'call-back', name: 'Call back', uses: 0 },
          { key: 'sold', name: 'Sold' },
        ],
      },
    });
    expect((await admin.get(`/teams/${id}`)).body).toEqual(body);
    expect(await lastAudit(db)).toMatchObject({
      action: 'teams set',
      subject: `team ${id}: name, fallback_team_id, schedule, members, profile mode, profile retry_minutes, profile missed_text, profile greeting_language, profile tags`,
    });
    const [first, second] = body.team.profile.tags;
    const swapped = [
      { id: second.id, key: 'call-back', name: 'Sold', color: '#112233' },
      { id: first.id, key: 'sold', name: 'Call back', color: '#aabbcc' },
    ];
    const { body: again } = await admin.put(`/teams/${id}`, { profile: { tags: swapped } });
    expect(again.team.profile.tags).toMatchObject([
      { id: second.id, key: 'call-back' },
      { id: first.id, key: 'sold' },
    ]);
    const lead = { account_id: ACCOUNT, phone_number: '+14155553999', label: 'x', tag_id: first.id };
    await db.insert(leads).values(lead);
    const used = (await admin.get(`/teams/${id}`)).body.team.profile.tags;
    expect(used.map((tag: { id: number; uses: number }) => [tag.id, tag.uses])).toEqual([
      [second.id, 0],
      [first.id, 1],
    ]);

    const piece = (day: number, from: number, to: number) => ({ day, from, to });
    const pieces = (...all: object[]) => ({ schedule: { time_zone: 'America/New_York', pieces: all } });
    const foreign = await insert(db, teams, { account_id: 200, name: 'Foreign' });
    const outsider = await firstRow(db.select().from(users).where(eq(users.account_id, 200)));
    const QUARTERS = 'Times must be on the quarter hour and must not overlap.';
    const AGENTS = 'Choose agents in your account, each only once.';
    await expectRejections(db, (request) => admin.put(`/teams/${id}`, request), [
      [{ name: '  ' }, 'Enter a name.'],
      [{ fallback_team_id: id }, 'Choose another team in your account as the fallback.'],
      [{ fallback_team_id: foreign.id }, 'Choose another team in your account as the fallback.'],
      [pieces(piece(1, 480, 720), piece(1, 705, 800)), QUARTERS],
      [pieces(piece(1, 480, 720), piece(1, 700, 900)), QUARTERS],
      [pieces(piece(8, 480, 720)), QUARTERS],
      [{ schedule: { time_zone: 'Nowhere/City', pieces: [] } }, 'Choose a time zone.'],
      [
        { profile: { welcome_message: 'http://example.com/a.mp3' } },
        'Enter text, or the https URL of an audio file.',
      ],
      [{ profile: { greeting_language: 'no language' } }, 'Enter a language code, such as en-US or es-MX.'],
      [{ name: 'New', members: [{ user_id: outsider.id, priority_group: 1 }] }, AGENTS],
      [{ members: [1, 2].map((priority_group) => ({ user_id: user, priority_group })) }, AGENTS],
      [{ profile: { retry_minutes: [1, -5] } }, 'Enter whole numbers, such as 1, 5, 30.'],
      [{ profile: { tags: [swapped[0]] } }, 'This tag is in use. Rename it instead of removing it.'],
      [
        { profile: { tags: [...swapped, { key: 'sold', name: 'Sold', color: '#000000' }] } },
        'Every tag needs a name, a color and a unique key.',
      ],
    ]);
  });

  it('accepts one of several changes to the same version, and rejects the others', async () => {
    const { createRow, db, notifiedAccounts, admin } = await setUpAdmin();
    for (const [path, field, name] of [
      [`/teams/${await createRow('teams')}`, 'name', 'team'],
      [`/agents/${await createRow('agents')}`, 'full_name', 'agent'],
      [`/leads/${await createRow('leads')}`, 'label', 'lead'],
      ['/rules', 'name', 'rules'],
      [`/webhooks/${await createRow('webhooks')}`, 'url', 'webhook'],
    ] as const) {
      const request = (n: number) => (field === 'url' ? `https://example.com/${n}` : `By ${n}`);
      // An empty change returns the current row.
      const { version } = (await admin.put(path, {})).body[name];
      const before = notifiedAccounts.length;
      const responses = await Promise.all(
        [1, 2, 3].map((n) => admin.put(path, { version, [field]: request(n) })),
      );
      const accepted = responses.filter(({ status }) => status === 200);
      expect([name, accepted.length]).toEqual([name, 1]);
      expect(responses.filter(({ status }) => status === 409).map(({ body }) => body.error)).toEqual(
        Array(2).fill('Someone else changed this. Your changes weren’t saved.'),
      );
      expect(notifiedAccounts.slice(before)).toEqual([ACCOUNT]);
      const now = (await admin.put(path, { version: version + 1 })).body[name];
      expect(now).toMatchObject({ version: version + 2, [field]: accepted[0]?.body[name][field] });
    }
    expect(await lastAudit(db)).toMatchObject({ action: 'webhooks set' });
  });

  it('increments the versions of both a team and a user when membership changes', async () => {
    const { createRow, admin } = await setUpAdmin();
    const team = await createRow('teams');
    const user = await createRow('agents');
    const versions = async () => [
      (await admin.get(`/teams/${team}`)).body.team.version,
      (await admin.get(`/agents/${user}`)).body.agent.version,
    ];
    const [teamVersion, userVersion] = await versions();
    await admin.put(`/agents/${user}`, { teams: [{ team_id: team, priority_group: 1 }] });
    expect(await versions()).toEqual([teamVersion + 1, userVersion + 1]);
    expect((await admin.put(`/teams/${team}`, { version: teamVersion, members: [] })).status).toBe(409);
    await admin.put(`/teams/${team}`, { members: [] });
    expect(await versions()).toEqual([teamVersion + 2, userVersion + 2]);
    // Unchanged members keep their version.
    await admin.put(`/teams/${team}`, { members: [] });
    expect(await versions()).toEqual([teamVersion + 3, userVersion + 2]);
  });

  it('keeps only the last team that was set as default', async () => {
    const { db, admin } = await setUpAdmin();
    const { body } = await admin.post('/teams', { name: 'New default', is_default: true });
    const defaults = (await db.select().from(teams).where(eq(teams.account_id, ACCOUNT))).filter(
      ({ is_default }) => is_default,
    );
    expect(defaults.map(({ id }) => id)).toEqual([body.team.id]);
  });

  it('adds a user who can log in, deactivates them, and logs them out', async () => {
    const { signIn, app, db, admin } = await setUpAdmin();
    const created = await admin.post('/agents', {
      email: ' Grace@Demo.test ',
      full_name: 'Grace Form',
      password: 'offhook-demo',
      phone_number: '(415) 555-0160',
      is_app_only: false,
      permissions: ['listen', 'listen'],
      teams: [{ team_id: 1, priority_group: 3 }],
    });
    expect(created.body).toMatchObject({
      password: null,
      agent: {
        email: 'grace@demo.test',
        phone_number: '+14155550160',
        permissions: ['listen'],
        teams: [{ team_id: 1, priority_group: 3 }],
        state: 'unavailable',
        reason: 'Not signed in',
      },
    });
    const { id } = created.body.agent;
    const session = await signIn('grace@demo.test');
    const isSignedIn = async () =>
      (await app.inject({ url: '/api/v1/teams', headers: session })).statusCode === 200;
    expect(await isSignedIn()).toBe(true);
    expect((await admin.post(`/agents/${id}/logout`)).body).toEqual({ success: true, ended: 1 });
    expect(await isSignedIn()).toBe(false);
    const { body } = await admin.post(`/agents/${id}/password`);
    expect(body.password).toMatch(/^.{12,}$/);
    const withoutCountry = await admin.put(`/agents/${id}`, { country_code: '' });
    expect(withoutCountry.body.agent).toMatchObject({
      country_code: '',
      phone_number_formatted: '+1 415 555 0160',
    });
    const otherHeaders = await signIn('grace@demo.test');
    const user = await app.inject({ url: '/api/v1/user', headers: otherHeaders });
    expect(user.json()).toMatchObject({ user: { full_name: 'Grace Form', country_code: null } });
    const off = await admin.put(`/agents/${id}`, { active: false, teams: [] });
    expect(off.body.agent).toMatchObject({ active: false, teams: [], reason: 'Inactive' });
    expect((await admin.get('/agents?search=grace%40demo')).body).toMatchObject({ total: 1, data: [{ id }] });
    expect((await admin.get('/agents?search=GRACE%40demo&active=yes')).body).toMatchObject({
      total: 0,
      data: [],
    });
    await expectRejections(db, (request) => admin.post('/agents', request), [
      [{ email: 'grace@demo.test', full_name: 'Another' }, 'This email address is already in use.'],
      [{ email: 'agent@200.test', full_name: 'Another' }, 'This email address is already in use.'],
      [{ email: 'no address', full_name: 'Another' }, 'Enter a valid email address.'],
      [{ email: 'new@demo.test', full_name: '' }, 'Enter a name.'],
      [
        { email: 'new@demo.test', full_name: 'New', password: 'short' },
        'The password must have at least 8 characters.',
      ],
      [{ email: 'new@demo.test', full_name: 'New', phone_number: '12' }, 'This phone number is too short.'],
      [
        { email: 'new@demo.test', full_name: 'New', teams: [{ team_id: 999_999, priority_group: 1 }] },
        'Choose a team in your account.',
      ],
    ]);
  });

  it('answers an email of another account like one of its own, and makes an account that tries many wait', async () => {
    const { admin } = await setUpAdmin();
    const add = (email: string) => admin.post('/agents', { email, full_name: 'Another' });
    const [own, other] = [await add('agent@demo.test'), await add('agent@200.test')];
    expect(other.body).toEqual(own.body);
    for (let n = 0; n < 8; n += 1) await add('agent@200.test');
    expect(await add('agent@200.test')).toMatchObject({ status: 429 });
    expect(await add('new@demo.test')).toMatchObject({ status: 429 });
  });

  it('never leaves an account without an administrator', async () => {
    const { db, admin } = await setUpAdmin();
    const self = await userOf(db, 'admin@demo.test');
    const OWN = 'You can’t deactivate yourself or remove your own administrator permission.';
    await expectRejections(db, (request) => admin.put(`/agents/${self.id}`, request), [
      [{ permissions: ['listen'] }, OWN],
      [{ active: false }, OWN],
    ]);
    const second = await admin.post('/agents', {
      email: 'second@demo.test',
      full_name: 'Second',
      permissions: ['admin'],
    });
    // Other administrators can be demoted.
    const accepted = await admin.put(`/agents/${second.body.agent.id}`, { permissions: [] });
    expect(accepted.body.agent.permissions).toEqual([]);
    expect((await admin.put(`/agents/${self.id}`, { cap: 9, permissions: ['admin', 'listen'] })).status).toBe(
      200,
    );
  });

  it('filters calls and returns them in pages', async () => {
    const { supervisor, createRow, db } = await setUpSupervisor();
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await createRow('calls'));
    const [oldest = 0, , newest = 0] = ids;
    const { body: first } = await supervisor.get('/calls?limit=2');
    expect(first.data).toHaveLength(2);
    expect(first.data[0]).toMatchObject({ id: newest, label: 'Ada Form', has_recording: false });
    const { body: next } = await supervisor.get(`/calls?limit=2&cursor=${first.next}`);
    expect(next.data[0].id).toBe(oldest);
    const agent = await userOf(db, 'agent2@demo.test');
    const past = {
      status: 'busy',
      agent_id: agent.id,
      team_id: 1,
      started_at: new Date('2020-01-02T10:00:00Z'),
    } as const;
    await db.update(calls).set(past).where(eq(calls.id, oldest));
    const day = 'from=2020-01-02T00:00:00Z&to=2020-01-03T00:00:00Z';
    for (const filter of [
      `agent_id=${agent.id}&`,
      'team_id=1&',
      'status=busy&',
      'direction=outbound&',
      'result=none&',
      'search=ADA%20form&',
      `search=${encodeURIComponent(first.data[0].phone_number_formatted)}&`,
      '',
    ]) {
      const { body } = await supervisor.get(`/calls?${filter}${day}`);
      expect([filter, body.data.map(({ id }: { id: number }) => id)]).toEqual([filter, [oldest]]);
    }
    for (const filter of [
      'agent_id=999999&',
      'team_id=2&',
      'status=completed&',
      'direction=inbound&',
      'result=contacted&',
      'search=%25&',
    ]) {
      const { body } = await supervisor.get(`/calls?${filter}${day}`);
      expect([filter, body.data]).toEqual([filter, []]);
    }
    for (const wrong of ['cursor=x', 'limit=0', 'status=lost', 'from=yesterday', 'search=%00'])
      expect([wrong, (await supervisor.get(`/calls?${wrong}`)).status]).toEqual([wrong, 422]);
  });

  it('sorts calls by start time across pages, regardless of insertion order', async () => {
    const { supervisor, createRow, db } = await setUpSupervisor();
    const ids: number[] = [];
    for (let n = 0; n < 4; n += 1) ids.push(await createRow('calls'));
    const hours = [10, 12, 12, 11];
    for (const [n, id] of ids.entries())
      await db
        .update(calls)
        .set({ started_at: new Date(`2020-01-02T${hours[n]}:00:00Z`) })
        .where(eq(calls.id, id));
    const pages: number[][] = [];
    for (let cursor: number | null | undefined; cursor !== null; ) {
      const day = 'from=2020-01-02T00:00:00Z&to=2020-01-03T00:00:00Z';
      const { body } = await supervisor.get(`/calls?limit=1&${day}${cursor ? `&cursor=${cursor}` : ''}`);
      pages.push(body.data.map(({ id }: { id: number }) => id));
      cursor = body.next;
    }
    expect(pages.flat()).toEqual([ids[2], ids[1], ids[3], ids[0]]);
  });

  it('shows a call with its parties, reasons, step times and related attempts', async () => {
    const { world, supervisor, createRow, db, ann, callId } = await setUpRinging();
    const before = await createRow('calls');
    const { lead_id } = await world.call(callId);
    await db.update(calls).set({ lead_id, status: 'missed' }).where(eq(calls.id, before));
    await db.update(calls).set({ previous_call_id: before, retry: 1 }).where(eq(calls.id, callId));
    const { body } = await supervisor.get(`/calls/${callId}`);
    expect(body.call).toMatchObject({
      id: callId,
      label: 'Ada Form',
      parties: [{ user: { id: ann.id, full_name: 'Ann Reyes' }, status: 'ringing', accepted_at: null }],
      stopwatch: { intake: expect.any(Number), accept: null },
      notes: [],
      recordings: [],
      texts: [],
    });
    expect(body.call.decisions[0].agents).toContainEqual(
      expect.objectContaining({ user_id: ann.id, full_name: 'Ann Reyes', verdict: 'rung' }),
    );
    expect(body.call.chain.map(({ id }: { id: number }) => id).sort()).toEqual([before, callId].sort());
  });

  it('shows which agent rang a colleague, and why', async () => {
    const { supervisor, db, ann, callId } = await setUpRinging();
    const ben = await userOf(db, 'agent2@demo.test');
    const inviter = await firstRow(find(db, callUsers, eq(callUsers.call_id, callId)));
    const invited = { type: 'transfer', status: 'missed', invited_by: inviter.id } as const;
    await addCallUser(db, { call_id: callId, user_id: ben.id, ...invited, invite_reason: 'Yearly price' });
    const { body } = await supervisor.get(`/calls/${callId}`);
    expect(body.call.parties).toMatchObject([
      { user: { id: ann.id }, invited_by: null },
      { user: { id: ben.id }, invited_by: { full_name: 'Ann Reyes', reason: 'Yearly price' } },
    ]);
  });

  it('changes a lead and undoes its removal', async () => {
    const { createRow, db, admin } = await setUpAdmin();
    const id = await createRow('leads');
    await db.update(leads).set({ removed_at: new Date(), stopped_at: new Date() }).where(eq(leads.id, id));
    const owner = await userOf(db, 'agent@demo.test');
    const request = {
      label: 'Ada L',
      company: '',
      owner_user_id: owner.id,
      team_id: 1,
      removed: false,
      do_not_call: true,
    };
    const { body } = await admin.put(`/leads/${id}`, request);
    expect(body.lead).toMatchObject({
      label: 'Ada L',
      company: null,
      owner: { full_name: 'Ann Reyes' },
      team: { id: 1 },
      removed_at: null,
      do_not_call: true,
    });
    const listed = await lastAudit(db);
    const withdrawal = { how: 'do_not_call', at: listed?.at.toISOString() };
    expect((await admin.get(`/leads/${id}`)).body.lead.withdrawals).toEqual([withdrawal]);
    const [row] = await db.select().from(leads).where(eq(leads.id, id));
    expect(row, 'the lead’s STOP is replaced by the flag').toMatchObject({ stopped_at: null });
    const lead = (await admin.get('/leads?search=ada%20l')).body.data[0];
    expect(lead).toMatchObject({ id });
    for (const number of [lead.phone_number, lead.phone_number_formatted, lead.phone_number.slice(2)])
      expect((await admin.get(`/leads?search=${encodeURIComponent(number)}`)).body.data).toMatchObject([
        { id },
      ]);
    const outsider = await firstRow(db.select().from(users).where(eq(users.account_id, 200)));
    const before = await databaseState(db);
    for (const wrong of [
      { owner_user_id: outsider.id },
      { team_id: 999_999 },
      { label: '' },
      { time_zone: 'x' },
    ])
      expect([wrong, (await admin.put(`/leads/${id}`, wrong)).status]).toEqual([wrong, 422]);
    expect(await databaseState(db)).toEqual(before);
  });

  it('stores the calling rules, and rejects hours that end before they start', async () => {
    const { db, admin } = await setUpAdmin();
    const region_windows = [{ prefix: '+49', from_minute: 540, to_minute: 1140 }];
    const request = {
      calling_from_minute: 540,
      calling_to_minute: 1200,
      attempts_per_day: null,
      texting_from_minute: 600,
      texting_to_minute: 1140,
      texts_need_consent: true,
      region_windows,
      recording_regions: [{ prefix: '+1212', announces: true }],
      calling_countries: ['DE', 'AT'],
      special_numbers: ['shared_cost'],
      key_calls_per_minute: 60,
      language: 'es',
    };
    const { body } = await admin.put('/rules', request);
    expect(body.rules).toMatchObject(request);
    expect((await admin.get('/rules')).body).toEqual(body);
    const HOURS = 'The end must be after the start.';
    const REGIONS = 'Enter each region once, as + and digits, such as +1212.';
    await expectRejections(db, (request) => admin.put('/rules', request), [
      [{ calling_from_minute: 1200 }, HOURS],
      [{ region_windows: [...region_windows, ...region_windows] }, REGIONS],
      [{ region_windows: [{ prefix: '49', from_minute: 1, to_minute: 2 }] }, HOURS],
      [
        { custom_crm_url: 'http://crm.example/{source_id}' },
        'Enter an https URL with {source_id} in its path.',
      ],
      [{ texting_to_minute: 600 }, HOURS],
      [{ texting_from_minute: null }, HOURS],
      [{ texting_from_minute: 9.5 }, HOURS],
      [{ recording_regions: [{ prefix: '1', announces: true }] }, REGIONS],
      [{ recording_regions: [request.recording_regions[0], { prefix: '+1212', announces: false }] }, REGIONS],
      [{ time_zone: 'x' }, 'Choose a time zone.'],
      [{ country_code: 'usa' }, 'Choose a country.'],
      [{ language: 'de' }, 'Something went wrong. Please try again.'],
      [{ calling_countries: ['de'] }, 'Enter two-letter country codes, such as US, CA.'],
      [{ calling_countries: ['XX'] }, 'Enter two-letter country codes, such as US, CA.'],
    ]);
  });

  it('stores retention settings that apply an hour later, and rejects invalid days', async () => {
    const { db, admin, world } = await setUpAdmin();
    const account = () => firstRow(db.select().from(accounts).where(eq(accounts.id, ACCOUNT)));
    const installation = { recordings_days: 365, personal_days: 0 };
    const first = await admin.get('/retention');
    expect(first.body.retention).toMatchObject({ recordings_days: null, personal_days: null, installation });
    const { version } = first.body.retention;
    const { body } = await admin.put('/retention', { version, recordings_days: 90 });
    expect(body.retention).toEqual({
      version: version + 1,
      recordings_days: 90,
      personal_days: null,
      installation,
      deletion: {
        is_running: false,
        next_at: new Date(world.clock.now() + 3_600_000).toISOString(),
        last_at: null,
      },
    });
    expect((await admin.get('/retention')).body).toEqual(body);
    expect((await account()).retention_due_at?.getTime()).toBe(world.clock.now() + 3_600_000);
    expect(await lastAudit(db)).toMatchObject({
      action: 'retention set',
      subject: `account ${ACCOUNT}: recordings_days 90`,
    });

    const before = await databaseState(db);
    const DAYS = 'Enter a whole number of days, or 0 to keep data forever.';
    await expectRejections(db, (request) => admin.put('/retention', request), [
      [{ recordings_days: -1 }, DAYS],
      [{ recordings_days: 1.5 }, DAYS],
      [{ personal_days: 100_000 }, DAYS],
      [{ personal_days: '30' }, DAYS],
    ]);
    expect((await admin.put('/retention', { version, recordings_days: 1 })).status).toBe(409);
    expect(await databaseState(db)).toEqual(before);

    await db.insert(auditLog).values({
      account_id: ACCOUNT,
      action: 'retention',
      subject: 'recordings: 50',
      at: new Date(world.clock.now()),
    });
    world.clock.advance(3_600_000);
    expect((await admin.get('/retention')).body.retention.deletion).toMatchObject({
      is_running: true,
      last_at: new Date(world.clock.now() - 3_600_000).toISOString(),
    });

    await admin.put('/retention', { recordings_days: 0, personal_days: 0 });
    expect((await admin.get('/retention')).body.retention.deletion).toBeNull();
    await admin.put('/retention', { recordings_days: null, personal_days: 0 });
    expect(await account()).toMatchObject({ recordings_days: null, personal_days: 0 });
    expect((await lastAudit(db)).subject).toBe(
      `account ${ACCOUNT}: recordings_days default, personal_days 0`,
    );
  });

  it('stores the rates of the cost estimate, which apply to reports, and rejects invalid ones', async () => {
    const { db, admin } = await setUpAdmin();
    const first = await admin.get('/call-rates');
    expect(first.body.call_rates).toMatchObject({ currency: 'USD', is_default: true });
    const { version } = first.body.call_rates;
    const rates = { browser: 0.01, outbound: 0.02, inbound: 0.03, recording: 0, text: 0.05 };
    const { body } = await admin.put('/call-rates', { version, currency: 'EUR', rates });
    expect(body.call_rates).toEqual({ version: version + 1, currency: 'EUR', rates, is_default: false });
    expect(await lastAudit(db)).toMatchObject({
      action: 'call rates set',
      subject: `account ${ACCOUNT}: currency, call_rates`,
    });
    const report = await admin.get('/reports?from=2025-01-01&to=2025-01-07');
    expect(report.body.cost).toMatchObject({ currency: 'EUR', total: 0 });
    expect(report.body.cost.items).toContainEqual({ item: 'inbound', quantity: 0, rate: 0.03, amount: 0 });

    const RATES = 'Enter a currency, such as USD, and rates from 0 to 1000.';
    await expectRejections(db, (request) => admin.put('/call-rates', request), [
      [{ currency: 'euro' }, RATES],
      [{ rates: { ...rates, text: -1 } }, RATES],
      [{ rates: { browser: 1 } }, RATES],
    ]);
    expect((await admin.put('/call-rates', { version, rates: null })).status).toBe(409);
    await admin.put('/call-rates', { rates: null });
    expect((await admin.get('/call-rates')).body.call_rates).toMatchObject({
      is_default: true,
      currency: 'EUR',
    });
    const tooLong = await admin.get('/reports?from=2025-01-01&to=2026-01-02');
    expect([tooLong.status, tooLong.body.error]).toEqual([422, 'Choose a period of 1 to 366 days.']);
  });

  it('adds and removes a do-not-call number', async () => {
    const { admin } = await setUpAdmin();
    const { body } = await admin.post('/do-not-call', { phone_number: '(415) 555-0177' });
    expect(body.entry).toMatchObject({
      phone_number: '+14155550177',
      phone_number_formatted: '(415) 555-0177',
    });
    for (const search of ['5550177', encodeURIComponent('(415) 555-0177'), '415.555.0177'])
      expect((await admin.get(`/do-not-call?search=${search}`)).body.data).toEqual([body.entry]);
    expect((await admin.delete(`/do-not-call/${body.entry.id}`)).status).toBe(200);
    expect((await admin.get('/do-not-call?search=5550177')).body.data).toEqual([]);
    expect((await admin.delete(`/do-not-call/${body.entry.id}`)).status).toBe(404);
    expect((await admin.post('/do-not-call', { phone_number: '12' })).body.error).toBe(
      'This phone number is too short.',
    );
  });

  it('adds a number, and removes one that no call has used', async () => {
    const { createRow, db, admin } = await setUpAdmin();
    const added = await admin.post('/numbers', { phone_number: '415 555 0143', team_id: 1, name: 'Second' });
    expect(added.body.number).toMatchObject({
      phone_number: '+14155550143',
      name: 'Second',
      team: { id: 1 },
      is_ready: false,
      is_checked: false,
    });
    const { id } = added.body.number;
    await recordChecked(db, [id]);
    expect((await admin.get('/numbers')).body.data).toContainEqual(
      expect.objectContaining({ id, is_ready: false, is_checked: true }),
    );
    expect((await admin.post('/numbers', { phone_number: '415 555 0143', team_id: 1 })).body.error).toBe(
      'This phone number is already in use.',
    );
    expect((await admin.put(`/numbers/${id}`, { name: '' })).body.number).toMatchObject({ name: null });
    const call = await createRow('calls');
    await db.update(calls).set({ number_id: id }).where(eq(calls.id, call));
    expect((await admin.delete(`/numbers/${id}`)).body.error).toBe(
      'This number has been used for calls and can’t be removed.',
    );
    await db.update(calls).set({ number_id: null }).where(eq(calls.id, call));
    expect((await admin.delete(`/numbers/${id}`)).status).toBe(200);
    expect((await admin.get('/numbers')).body.data).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('shows a webhook’s secret once, sends a test event, and replays a failed delivery', async () => {
    const { db, url, bodies, admin } = await setUpAdmin();
    const { body } = await admin.post('/webhooks', { url, events: ['call_completed'] });
    expect(body.secret).toMatch(/^whsec_/);
    const { id } = body.webhook;
    expect(JSON.stringify((await admin.get('/webhooks')).body)).not.toContain(body.secret);
    expect((await admin.post(`/webhooks/${id}/test`)).body).toEqual({
      success: true,
      delivered: true,
      status: 204,
      error: null,
    });
    expect(bodies).toMatchObject([{ signature: expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/) }]);
    expect(JSON.parse(bodies[0]?.body ?? '')).toMatchObject({ id: 'evt_test', type: 'call_completed' });
    expect((await admin.get(`/webhooks/${id}/deliveries`)).body.data).toMatchObject([
      { type: 'call_completed', is_test: true, status: 'delivered', attempts: 1, last_status: 204 },
    ]);
    expect((await admin.put(`/webhooks/${id}`, { url: 'ftp://example.com' })).body.error).toBe(
      'Enter an http or https URL.',
    );
    await admin.put(`/webhooks/${id}`, { filters: { result: ['contacted', 'none'] } });
    expect(await lastAudit(db)).toMatchObject({
      action: 'webhooks set',
      subject: `webhook ${id}: filters, filter result contacted none`,
    });
    const at = new Date();
    const event = { account_id: ACCOUNT, type: 'call_completed', due_at: at, told_at: at } as const;
    const { id: event_id } = await insert(db, webhookEvents, event);
    const failure = { status: 'failed', since: at, due_at: at, attempts: 5 } as const;
    const delivery = await insert(db, webhookDeliveries, { event_id, destination_id: id, ...failure });
    const failed = await admin.get(`/webhooks/${id}/deliveries?status=failed`);
    expect(failed.body.data).toMatchObject([
      { id: delivery.id, type: 'call_completed', is_test: false, attempts: 5 },
    ]);
    expect((await admin.get('/webhooks')).body.data).toContainEqual(
      expect.objectContaining({ id, failed: 1 }),
    );
    const again = await admin.post(`/deliveries/${delivery.id}/replay`);
    expect(again.body.delivery).toMatchObject({ id: delivery.id, status: 'waiting', attempts: 0 });
    expect((await admin.delete(`/webhooks/${id}`)).status).toBe(200);
    expect((await admin.get(`/webhooks/${id}/deliveries`)).status).toBe(404);
    expect((await admin.post(`/deliveries/${delivery.id}/replay`)).status).toBe(404);
  });

  it('adds, tests and removes a CRM without showing its token', async () => {
    const { db, admin } = await setUpAdmin();
    const crm = await openFollowUpBoss();
    const request = { kind: 'followupboss', url: crm.url, token: crm.token };
    for (const [change, message] of [
      [{ kind: 'activecampaign', url: '' }, 'Enter the https URL of your account in this CRM.'],
      [{ kind: 'salesforce' }, 'Salesforce also needs the client ID.'],
      [{ tag_field: 'tag' }, 'This CRM has its own tags. Leave the tag field blank.'],
      [{ url: 'http://example.com' }, 'Check the https URL, the token and the tag field.'],
    ] as const)
      expect((await admin.post('/crms', { ...request, ...change })).body.error).toBe(message);
    const { body } = await admin.post('/crms', request);
    expect(body.crm).toMatchObject({
      kind: 'followupboss',
      url: crm.url,
      makes_contacts: true,
      is_tested: false,
      trouble: null,
    });
    const { id } = body.crm;
    const state = async () => (await admin.get('/crms')).body.data[0];
    expect((await admin.post(`/crms/${id}/test`)).body).toEqual({ success: true, error: null });
    expect(await state()).toMatchObject({ is_tested: true, trouble: null, trouble_at: null });
    await db.update(webhookEndpoints).set({ secret: 'wrong' }).where(eq(webhookEndpoints.id, id));
    const { error } = (await admin.post(`/crms/${id}/test`)).body;
    expect(error).toMatch(/401/);
    expect(await state()).toMatchObject({ is_tested: true, trouble: error });
    const listed = await admin.get('/crms');
    expect(listed.body.data).toHaveLength(1);
    expect(JSON.stringify([body, listed.body])).not.toContain(crm.token);
    expect((await admin.delete(`/crms/${id}`)).status).toBe(200);
    expect((await admin.get('/crms')).body.data).toEqual([]);
    expect(await lastAudit(db)).toMatchObject({ action: 'crm remove', subject: `crm ${id}: removed` });
  });

  it('shows the progress of a lead import and the outcome of each line', async () => {
    const { createRow, db, admin } = await setUpAdmin();
    const id = await createRow('imports');
    const lead = await createRow('leads');
    await db.insert(leadImportLines).values([
      { import_id: id, line: 2, lead_id: lead, outcome: 'ringing now', reason: 'Ringing 1 agent' },
      { import_id: id, line: 3, lead_id: null, outcome: 'refused', reason: 'No phone number.' },
    ]);
    expect((await admin.get(`/imports/${id}`)).body).toMatchObject({
      import: { id, status: 'complete', lines: 2 },
      lines: [
        { line: 2, lead_id: lead, outcome: 'ringing now' },
        { line: 3, lead_id: null },
      ],
    });
    expect((await admin.get(`/imports/${id}?after=2`)).body.lines).toMatchObject([{ line: 3 }]);
  });

  it('shows an API key once, and it works until it is revoked', async () => {
    const { app, admin } = await setUpAdmin();
    const { body } = await admin.post('/keys', { name: 'Web form' });
    const post = async () =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/v1/leads',
          headers: { authorization: `Bearer ${body.secret}` },
          payload: { phone_number: 'no number' },
        })
      ).statusCode;
    expect(await post()).toBe(422);
    expect(JSON.stringify((await admin.get('/keys')).body)).not.toContain(body.secret);
    expect((await admin.delete(`/keys/${body.key.id}`)).body.key.revoked_at).toEqual(expect.any(String));
    expect(await post()).toBe(401);
    expect((await admin.delete(`/keys/${body.key.id}`)).status).toBe(404);
  });

  it('filters the audit log by user, search and time', async () => {
    const { db, admin } = await setUpAdmin();
    await admin.post('/keys', { name: 'One' });
    await admin.put('/rules', { name: 'Harbor' });
    const self = await userOf(db, 'admin@demo.test');
    const { body } = await admin.get(`/audit-log?user_id=${self.id}&limit=1`);
    expect(body.data).toMatchObject([
      {
        action: 'accounts set',
        subject: `account ${ACCOUNT}: name`,
        user: { id: self.id, full_name: 'Alex Romero' },
      },
    ]);
    const { body: next } = await admin.get(`/audit-log?user_id=${self.id}&limit=1&cursor=${body.next}`);
    expect(next.data).toMatchObject([{ action: 'keys add' }]);
    expect((await admin.get('/audit-log?search=KEYS%20add')).body.data).toHaveLength(1);
    expect((await admin.get('/audit-log?to=2020-01-01T00:00:00Z')).body.data).toEqual([]);
  });
});
