import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROLE_PERMISSIONS } from '@offhook/contract/accounts/roles';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { changeLead } from '../leads/lead-settings.ts';
import { type Database, insert } from '../platform/database/database.ts';
import {
  auditLog,
  calls,
  leads,
  notes,
  recordings,
  users,
  webhookDeliveries,
} from '../platform/database/schema.ts';
import { createSafeHttp } from '../platform/telephony/safe-http.ts';
import { openTestApp } from '../testing/app/app.ts';
import { dumpDatabase } from '../testing/app/person-data.ts';
import { find, firstRow, userOf } from '../testing/app/rows.ts';
import { TEST_SECRETS } from '../testing/app/secrets.ts';
import { openFollowUpBoss } from '../testing/crm/test-followupboss.ts';
import { type OpenTestDatabase, withDatabase } from '../testing/database/database.ts';
import { words } from '../testing/servers/command-words.ts';
import { scratchFolder } from '../testing/servers/local.ts';
import { COMMANDS, runAdmin } from './run.ts';

const openDemo = async (open: OpenTestDatabase, recordingsFolder?: string) => {
  const { db } = await open({ demo: true });
  return { db, ...adminOf(db, recordingsFolder) };
};

function adminOf(db: Database, recordingsFolder = '/nowhere') {
  const deps = {
    ...{ db, now: Date.now, recordingsFolder, http: createSafeHttp(true), secrets: TEST_SECRETS },
    publicUrl: 'https://phone.example.com',
  };
  const run = (line: string) => runAdmin(deps, words(line), 'ada');
  return {
    run,
    async json(line: string): Promise<Record<string, unknown> & Record<string, unknown>[]> {
      const { code, out, err } = await run(`${line} --json`);
      expect([line, code, err]).toEqual([line, 0, '']);
      return JSON.parse(out);
    },
  };
}

/** The first account's commands in the deployment guide, with what each assigns. */
function guideLines(): { readonly variable: string | undefined; readonly line: string }[] {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/deploy.md'), 'utf8');
  const section = guide.split('### The first account')[1]?.split('\n### ')[0] ?? '';
  return section.split('\n').flatMap((text) => {
    const [, variable, line] = /^ {4}(?:(\w+)=\$\()?offhook-admin ([^|)#]+)/.exec(text) ?? [];
    return line === undefined || line.startsWith('doctor') ? [] : [{ variable, line: line.trim() }];
  });
}

withDatabase('the command line', (open) => {
  it('makes the first account by the lines of the deployment guide, whatever its id', async () => {
    const { db } = await openTestApp(open);
    const { run, json } = adminOf(db);
    const added = await json(`accounts add --name Earlier --country US --time-zone America/New_York`);
    const values = new Map<string, string>();
    for (const { variable, line } of guideLines()) {
      const { code, out, err } = await run(line.replace(/\$(\w+)/g, (_, name) => values.get(name) ?? ''));
      expect([line, code, err]).toEqual([line, 0, '']);
      if (variable) values.set(variable, /^id: (\d+)$/m.exec(out)?.[1] ?? '');
    }
    expect(Number(values.get('account'))).toBeGreaterThan(Number(added['id']));
    expect(await json(`users list --account ${values.get('account')}`)).toMatchObject([
      { email: 'ada@example.com', permissions: [...ROLE_PERMISSIONS.administrator] },
    ]);
    expect(await json(`teams members ${values.get('team')}`)).toMatchObject([{ email: 'ada@example.com' }]);
  });

  it('sets up an account with a user who can log in, and logs each change', async () => {
    const { db, browser } = await openTestApp(open);
    const { json } = adminOf(db);
    const account = await json(`accounts add --name 'New Co' --country DE --time-zone Europe/Berlin`);
    const id = String(account['id']);
    const user = await json(
      `users add --account ${id} --email Eva@New.test --name Eva --permissions app-sms`,
    );
    const team = String((await json(`teams add --account ${id} --name All --default`))['id']);
    expect(await json(`profiles show ${team}`), 'calls again a lead that no agent answered').toMatchObject({
      retry_minutes: [1, 5, 30],
    });
    await json(`teams join ${team} eva@new.test --group 2`);
    await json(`teams schedule ${team} 'mon-fri 22:00-06:00, sat all day'`);
    await json(
      `profiles set ${team} --mode round_robin --retries 2,10 --whisper {fname}
        --welcome https://sounds.test/willkommen.mp3 --voicemail 'Bitte sprechen Sie nach dem Ton.'
        --language de-de --announces by_region`,
    );
    expect(await json(`profiles show ${team}`)).toMatchObject({
      welcome_message: 'https://sounds.test/willkommen.mp3',
      voicemail_greeting: 'Bitte sprechen Sie nach dem Ton.',
      greeting_language: 'de-DE',
      announces_recording: true,
      announces_by_region: true,
    });
    await json(`numbers add --account ${id} --number '030 901820' --team ${team} --name Berlin`);
    const { key } = await json(`keys add --account ${id} --name forms`);
    expect(await json(`teams members ${team}`)).toEqual([
      { email: 'eva@new.test', full_name: 'Eva', group: 2 },
    ]);
    expect(await json(`profiles show ${team}`)).toMatchObject({
      mode: 'round_robin',
      retry_minutes: [2, 10],
    });
    const [listed] = await json(`teams list --account ${id}`);
    expect(listed).toMatchObject({
      is_default: true,
      schedule: {
        time_zone: 'Europe/Berlin',
        // Friday night merges with Saturday.
        pieces: [
          { day: 1, from: 1320, to: 1440 },
          ...[2, 3, 4, 5].flatMap((day) => [
            { day, from: 0, to: 360 },
            { day, from: 1320, to: 1440 },
          ]),
          { day: 6, from: 0, to: 1440 },
        ],
      },
    });

    const eva = browser();
    expect((await eva.login('eva@new.test', String(user['password']))).status).toBe(200);
    expect(await json(`numbers list --account ${id}`)).toMatchObject([{ phone_number: '+4930901820' }]);
    expect(await json(`keys list --account ${id}`)).toMatchObject([{ name: 'forms', revoked_at: null }]);
    expect(String(key)).toMatch(/^ok_[\w-]{32}$/);
    await json('users set eva@new.test --active no');
    const limits = {
      calling_countries: ['DE', 'AT'],
      special_numbers: ['premium'],
      key_calls_per_minute: 60,
      recording_pause_minutes: 15,
      park_minutes: 5,
      texting_from_minute: 540,
      texting_to_minute: 1200,
      texts_need_consent: true,
      language: 'es',
    };
    const texts = '--texting-from 09:00 --texting-to 20:00 --texts-need-consent yes --language es';
    const written = `--countries DE,AT --special-numbers premium --key-calls 60 --recording-pause 15 --park-minutes 5 ${texts}`;
    expect(await json(`accounts set ${id} ${written}`)).toMatchObject(limits);
    expect(await json('accounts list')).toContainEqual(
      expect.objectContaining({ id: Number(id), ...limits }),
    );
    expect((await eva.get('/api/v1/teams')).status).toBe(401);

    const trail = await find(db, auditLog, eq(auditLog.account_id, Number(id)));
    expect(trail.map(({ action }) => action)).toEqual(
      [
        'accounts add',
        'users add',
        'teams add',
        'teams join',
        'teams schedule',
        'profiles set',
        'numbers add',
        'keys add',
        'users set',
        'accounts set',
      ].map((name) => `admin ${name}`),
    );
    expect(new Set(trail.map(({ address }) => address))).toEqual(new Set(['command line, ada']));
    expect(JSON.stringify(trail)).not.toMatch(/901820|eva@|ok_/i);
  });

  it('limits a supervisor to teams of the account, and removes the limit', async () => {
    const { db } = await openDemo(open);
    const { json } = adminOf(db);
    const limit = async () => {
      const list = await json('users list --account 100');
      return list.find(({ email }) => email === 'supervisor@demo.test')?.['supervised_team_ids'];
    };
    expect(await limit()).toBeNull();
    await json('users set supervisor@demo.test --supervised-teams 1');
    expect(await limit()).toEqual([1]);
    await json(`users set supervisor@demo.test --supervised-teams ''`);
    expect(await limit()).toBeNull();
    await json(
      'users add --account 100 --email new@demo.test --name New --permissions listen --supervised-teams 1',
    );
    const [added] = await db.select().from(users).where(eq(users.email, 'new@demo.test'));
    expect(added?.supervised_team_ids).toEqual([1]);
  });

  it('rejects invalid input with a message, and changes nothing', async () => {
    const { db, run } = await openDemo(open);
    const before = await dumpDatabase(db);
    const cases: [string, number, RegExp][] = [
      ['nonsense', 2, /Unknown command 'nonsense'/],
      ['users', 2, /^$/],
      ['users add --account 100', 2, /Missing: --email, --name/],
      ['users add --account x --email a@b --name A', 2, /--account must be a number, not 'x'/],
      ['users add --account 5 --email a@b --name A', 1, /There is no account 5/],
      ['users add --account 100 --email agent@demo.test --name A', 1, /This email address is already in use/],
      ['users add --account 100 --email a@b --name A --password short', 1, /at least 8/],
      ['users set agent@demo.test --permissions root', 2, /list of app-sms/],
      ['users set agent@demo.test --role root', 2, /agent.*supervisor.*administrator/],
      ['users set supervisor@demo.test --supervised-teams x', 2, /--supervised-teams/],
      ['users set supervisor@demo.test --supervised-teams 99', 1, /team/],
      ['users set agent@demo.test', 1, /Nothing to change/],
      ['users set agent@demo.test --bogus 1', 2, /--bogus/],
      [`users schedule agent@demo.test 'mon-fri 9-5'`, 1, /mon-fri 09:00-17:00/],
      ['users schedule agent@demo.test always --time-zone Mars/One', 1, /not a time zone/],
      ['teams join 1 agent@200.test', 1, /another account/],
      ['teams leave 1 admin@demo.test', 1, /not on this team/],
      ['teams set 1 --fallback 1', 1, /another team in your account/],
      ['profiles set 1 --welcome http://a.test/b.mp3', 1, /--welcome must be text or the https/],
      [`profiles set 1 --voicemail ${'a'.repeat(1_001)}`, 1, /--voicemail is longer than 1000/],
      [`profiles set 1 --language 'no language'`, 1, /such as en-US or es-MX/],
      ['numbers add --account 100 --number 12 --team 1', 1, /too short/],
      ['numbers remove 1', 1, /can.t be removed/],
      ['leads set 1 --owner agent@200.test', 1, /another account/],
      ['leads show 1 2', 2, /Unexpected argument: 2/],
      ['leads show 999999999999999999', 1, /must be a number/],
      ['webhooks add --account 100 --url ftp://example.com', 1, /http or https/],
      ['webhooks replay 1', 1, /There is no webhook 1/],
      ['keys revoke 99', 1, /no API key 99/],
      ['forms add --account 100 --name a --websites ftp://a.test', 1, /must be an http or https URL/],
      ['forms set 99 --name a', 1, /no web form 99/],
      ['forms revoke 99', 1, /no web form 99/],
      ['crm add --account 100 --kind other --token a', 2, /one of hubspot/],
      ['crm add --account 100 --kind salesforce --token a', 1, /https URL of your account in this CRM/],
      ['crm add --account 100 --kind hubspot --token a --url http://example.com', 1, /https URL/],
      [`crm add --account 100 --kind hubspot --token 'a\nb'`, 1, /the token and the tag field/],
      ['crm add --account 100 --kind followupboss --token a --tag-field x', 1, /its own tags/],
      ['crm remove 1', 1, /There is no CRM 1/],
      ['person erase --account 100 --number +14155550100', 2, /Missing: --yes/],
      ['users set agent@demo.test --phone 12', 1, /too short/],
      ['accounts set 100 --country usa', 1, /two capital letters/],
      ['accounts set 100 --park-minutes 0', 1, /minutes must be from 1 to 30/],
      ['accounts set 100 --language de', 1, /must be one of en, es/],
      ['accounts set 100 --crm-url https://crm.test/', 1, /with \{source_id\} in its path/],
      ['accounts set 100 --calling-from 24:00', 1, /must be after the start/],
      ['accounts set 100 --name a\u0000b', 1, /can’t be stored/],
    ];
    for (const [line, code, message] of cases) {
      const result = await run(line);
      expect([line, result.code, result.err]).toEqual([line, code, expect.stringMatching(message)]);
    }
    expect(await dumpDatabase(db)).toBe(before);
  });

  it('shows help for every command and option', async () => {
    const { db } = await open();
    const { run } = adminOf(db);
    const overview = await run('--help');
    for (const command of COMMANDS) {
      expect(overview.out).toContain(`  ${command.name}`);
      const { code, out, err } = await run(`${command.name} --help`);
      expect([code, err]).toEqual([0, '']);
      for (const option of ['json', 'help', ...Object.keys(command.options ?? {})])
        expect(out).toContain(`  --${option}`);
      expect(out).toContain(command.summary);
    }
    expect((await run('users list --account 100')).out).toBe('none\n');
  });

  it('makes the console reject edits to an older version of a lead', async () => {
    const { db, json } = await openDemo(open);
    const { version } = await json('leads show 1');
    await json('leads set 1 --company Acme');
    const context = { tx: db, accountId: 100, by: 1, at: Date.now() };
    const change = { id: 1, company: 'Other', version: Number(version) };
    await expect(changeLead(context, change)).rejects.toMatchObject({
      code: 'changedMeanwhile',
    });
    expect(await json('leads show 1')).toMatchObject({ company: 'Acme' });
  });

  it('manages the do-not-call list and webhooks, and replays deliveries', async () => {
    const { db, json, run } = await openDemo(open);
    await json(`do-not-call add --account 100 --number '(415) 555-0777'`);
    expect(await json('do-not-call list --account 100')).toMatchObject([{ phone_number: '+14155550777' }]);
    await json('do-not-call remove --account 100 --number +14155550777');
    expect(await json('do-not-call list --account 100')).toEqual([]);
    const file = join(scratchFolder(), 'numbers.csv');
    writeFileSync(file, 'phone\n(415) 555-0777\nnone\n');
    expect(await json(`do-not-call import --account 100 --file ${file}`)).toMatchObject({
      added: 1,
      invalid: 1,
      invalid_lines: '3',
    });
    expect(await json('do-not-call list --account 100')).toMatchObject([
      { phone_number: '+14155550777', source: 'command line' },
    ]);
    const hook = await json(
      `webhooks add --account 100 --url https://example.com/a
        --events lead_created --result contacted,none --team 1`,
    );
    expect(hook).toMatchObject({
      events: ['lead_created'],
      filters: { result: ['contacted', 'none'], team: [1] },
      secret: expect.stringMatching(/^whsec_/),
    });
    const id = String(hook['id']);
    expect((await run('webhooks list --account 100')).out).not.toContain('whsec_');
    const at = new Date();
    await db.execute(
      sql`insert into outward_events (id, account_id, type, due_at, told_at, body) values (1, 100, 'lead_created', now(), now(), '{}')`,
    );
    await db.insert(webhookDeliveries).values({
      event_id: 1,
      destination_id: Number(id),
      since: at,
      due_at: at,
      status: 'failed',
      attempts: 9,
      last_error: 'HTTP 500',
    });
    expect(await json(`webhooks deliveries ${id} --status failed`)).toMatchObject([
      { attempts: 9, last_error: 'HTTP 500' },
    ]);
    expect(await json(`webhooks replay ${id}`)).toEqual({ replayed: 1 });
    expect(await json(`webhooks deliveries ${id}`)).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    await json(`webhooks remove ${id}`);
    expect(await json('webhooks list --account 100')).toEqual([]);
    expect((await run(`webhooks replay ${id}`)).err).toBe(`Webhook ${id} was removed.\n`);
  });

  it('adds, lists, changes and revokes a web form', async () => {
    const { db, json, run } = await openDemo(open);
    const form = await json(
      `forms add --account 100 --name Offers --websites https://www.example.com/offer,https://example.com
        --thank-you https://www.example.com/thanks --consent-text Agreed --consent-channel call`,
    );
    expect(form['path']).toMatch(/^\/api\/v1\/forms\/form_/);
    expect(form['url']).toBe(`https://phone.example.com${form['path']}`);
    expect(form['html']).toContain(`<form action="${form['url']}" method="post">`);
    expect(form['html']).toContain('type="checkbox" value="yes"> Agreed</label>');
    expect(await json('forms list --account 100')).toMatchObject([
      { name: 'Offers', origins: ['https://www.example.com', 'https://example.com'], revoked_at: null },
    ]);
    const set = `forms set ${form['id']}`;
    const websites = '--websites https://deals.example.com/x';
    await json(`${set} --name Deals ${websites} --team 1 --consent-channel both`);
    await json(`${set} --name Sales ${websites} --team 1 --consent-channel both`);
    const changes = await db.select({ subject: auditLog.subject }).from(auditLog).orderBy(auditLog.id);
    expect(changes.at(-1)?.subject, 'names only what differs').toBe(`web form ${form['id']}: name`);
    await json(`${set} --name Deals`);
    const listed = async () => (await json('forms list --account 100'))[0];
    expect(await listed()).toMatchObject({
      name: 'Deals',
      origins: ['https://deals.example.com'],
      team_id: 1,
      thank_you_url: 'https://www.example.com/thanks',
      consent_channel: 'both',
      consent_text: 'Agreed',
    });
    await json(`${set} --consent-text Yes`);
    expect(await listed()).toMatchObject({ consent_channel: 'both', consent_text: 'Yes' });
    await json(`${set} --team 0 --thank-you '' --consent-text ''`);
    expect(await listed()).toMatchObject({
      name: 'Deals',
      team_id: null,
      thank_you_url: null,
      consent_channel: null,
      consent_text: null,
    });
    expect(await run(`${set} --consent-channel call`)).toMatchObject({
      code: 1,
      err: '--consent-channel needs a --consent-text.\n',
    });
    await json(`forms revoke ${form['id']}`);
    expect(await run(`${set} --name Offers`)).toMatchObject({ code: 1 });
    expect(await run(`forms revoke ${form['id']}`)).toMatchObject({ code: 1 });
  });

  it('adds, tests and removes a CRM and changes its token without showing it', async () => {
    const { db, json, run } = await openDemo(open);
    const crm = await openFollowUpBoss();
    const scope = '--account 100';
    const token = 'an old and secret key';
    const added = await json(`crm add ${scope} --kind followupboss --url ${crm.url} --token '${token}'`);
    expect(added).toMatchObject({ kind: 'followupboss', makes_contacts: true, links_recordings: false });
    const id = String(added['id']);
    expect(await json(`webhooks list ${scope}`)).toEqual([]);
    expect(await run(`crm test ${id}`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/could not be accessed: HTTP 401.*not valid/),
    });
    expect(await json(`crm list ${scope}`)).toMatchObject([{ trouble: expect.stringMatching(/^HTTP 401/) }]);
    await json(`crm token ${id} --token ${crm.token}`);
    expect(await json(`crm test ${id}`)).toMatchObject({ answer: 'Access works.' });
    expect([crm.contacts(), crm.violations]).toEqual([[], []]);
    expect(await json(`crm list ${scope}`)).toMatchObject([{ kind: 'followupboss', trouble: null }]);
    const output = JSON.stringify([added, await json(`crm list ${scope}`), await db.select().from(auditLog)]);
    expect([output.includes(token), output.includes(crm.token)]).toEqual([false, false]);
    await json(`crm remove ${id}`);
    expect(await json(`crm list ${scope}`)).toEqual([]);
  });

  it('exports and erases a person’s data', async () => {
    const files = scratchFolder();
    const { db, json, run } = await openDemo(open, files);
    const [call] = await db
      .select({ call: calls, lead: leads, path: recordings.path })
      .from(calls)
      .innerJoin(leads, eq(leads.id, calls.lead_id))
      .innerJoin(recordings, eq(recordings.call_id, calls.id))
      .where(and(eq(calls.account_id, 100), isNotNull(recordings.path)))
      .orderBy(calls.id)
      .limit(1);
    if (!call?.path) throw new Error('the demo has no recorded call with a lead');
    const { phone_number, fname, lname, email } = call.lead;
    writeFileSync(join(files, call.path), 'audio');
    const { id: user_id } = await userOf(db, 'agent@demo.test');
    await insert(db, notes, { call_id: call.call.id, user_id, content: 'Has a red door' });
    const target = `--account 100 --number ${phone_number}`;
    const exported = JSON.stringify(await json(`person export ${target}`));
    for (const part of [phone_number, fname, lname, email ?? '', 'Has a red door', call.path])
      expect(exported).toContain(part);
    expect(await json(`person erase ${target} --yes`)).toMatchObject({
      lead: call.lead.id,
      recordings: expect.any(Number),
    });
    expect(existsSync(join(files, call.path))).toBe(false);
    const remaining = await dumpDatabase(db);
    for (const part of [phone_number, `${fname} ${lname}`, email ?? phone_number, 'Has a red door']) {
      expect(remaining).not.toContain(part);
    }
    expect((await run(`person export ${target}`)).err).toBe(
      'There is no data for this number in this account.\n',
    );
    expect(await json(`leads show ${call.lead.id}`)).toMatchObject({
      label: 'Erased',
      do_not_call: true,
    });
  });

  it('finds a person by lead ID, and by a number that is only on the do-not-call list', async () => {
    const { db, json, run } = await openDemo(open, scratchFolder());
    const lead = await firstRow(find(db, leads, eq(leads.account_id, 100)));
    await json(`do-not-call add --account 100 --number ${lead.phone_number}`);
    const target = `--lead ${lead.id}`;
    expect(await json(`person export ${target}`)).toMatchObject({
      phone_number: lead.phone_number,
      lead: { id: lead.id },
      do_not_call_number: { source: 'command line' },
    });
    expect(await json(`person erase ${target} --yes`)).toMatchObject({
      lead: lead.id,
      number_stays_listed: true,
    });
    const byNumber = `--account 100 --number ${lead.phone_number}`;
    expect(await json(`person export ${byNumber}`)).toMatchObject({
      lead: null,
      calls: [],
      do_not_call_number: { phone_number: lead.phone_number },
    });
    expect(await run('person export')).toMatchObject({
      code: 1,
      err: 'Identify the person with --account and --number, or with --lead.\n',
    });
    expect((await run('person erase --lead 999999 --yes')).err).toBe('There is no lead 999999.\n');
  });
});
