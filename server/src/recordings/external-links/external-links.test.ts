import { Readable } from 'node:stream';
import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { LINK_DAYS, MAX_EXTERNAL_LINKS } from '@offhook/contract/console/review-entities';
import { EXTERNAL_LINK_REQUESTS } from '@offhook/contract/requests/external-link-requests';
import { desc, eq, like, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { readActiveUser } from '../../accounts/sign-in/signed-in-user.ts';
import { reconcileRestored } from '../../operations/backup/after-restore.ts';
import { deleteRecordings } from '../../operations/person/erasure.ts';
import { addCallUser } from '../../platform/database/call-users.ts';
import { insert, transaction } from '../../platform/database/database.ts';
import {
  accounts,
  auditLog,
  externalLinks,
  recordings,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { sessionCookieName } from '../../platform/http/caller.ts';
import { change, firstRow, userOf } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { synthesize, wavOf } from '../../testing/storage/speech.ts';
import { PUBLIC_URL } from '../../testing/world/edge.ts';
import { testWorlds } from '../../testing/world/world.ts';
import type { RecordingFiles } from '../recording-files.ts';
import { createExternalRecordings } from './external-recordings.ts';
import { createExternalLink } from './links.ts';

const SID = `RE${'f'.repeat(32)}`;
const WAV = Buffer.from(wavOf([synthesize(6, [{ from: 0, to: 3 }]), synthesize(6, [{ from: 4, to: 5.5 }])]));
const DAY_MS = 24 * 3_600_000;
const OUTSIDER = '203.0.113.9';
const PHONE = '+14155552700';

withDatabase('an external link', (open) => {
  const start = testWorlds(open);

  async function setUp() {
    const world = await start();
    const { db, clock } = world;
    const { app, signIn, sessions } = await openWholeApp(world);
    const as = async (email: string) => {
      const headers = await signIn(email);
      return async (name: keyof typeof CONSOLE_REQUESTS, id: number, body?: object, query = '') => {
        const { method, path } = CONSOLE_REQUESTS[name];
        const response = await app.inject({
          method,
          url: path.replace(':id', String(id)) + query,
          headers,
          ...(body ? { payload: body } : {}),
        });
        // biome-ignore lint/suspicious/noExplicitAny: each test expects the fields that it reads
        return { status: response.statusCode, ...response.json<any>() };
      };
    };
    world.provider.recordings.set(SID, WAV);
    const lead = { phone_number: PHONE, fname: 'Zelda', lname: 'Secret' };
    const { body } = await world.postLead(lead);
    const callId = Number(body['call_id']);
    const form = { RecordingSid: SID, RecordingStatus: 'completed', RecordingDuration: '6' };
    await world.webhook(`/twilio/status/recording?call_id=${callId}`, form);
    await world.settle();
    // The app reads the folder above the one that the world writes.
    const [recording] = await db
      .update(recordings)
      .set({ path: sql`'recordings/' || ${recordings.path}` })
      .where(eq(recordings.provider_sid, SID))
      .returning();
    const admin = await as('admin@demo.test');
    const supervisor = await as('supervisor@demo.test');
    const allow = (external_links: boolean) => admin('changeRules', 0, { external_links });
    await allow(true);
    const recordingId = recording?.id ?? 0;
    const create = async (days: number = 7) => {
      const made = await supervisor('createExternalLink', recordingId, { days });
      expect(made.status).toBe(200);
      return { link: made.review.external_links[0], token: new URL(made.link).hash.slice(1), url: made.link };
    };
    const { token: visitor } = sessions.createVisitor();
    const own = `${sessionCookieName(PUBLIC_URL)}=${visitor}`;
    const openLink = (token: string, remoteAddress = OUTSIDER) =>
      app.inject({
        method: 'POST',
        url: EXTERNAL_LINK_REQUESTS.openExternalLink.path,
        headers: { cookie: own, 'x-csrf-token': sessions.csrfToken(visitor) },
        payload: { token },
        remoteAddress,
      });
    const cookieOf = (response: LightMyRequestResponse) => {
      const [cookie] = response.cookies;
      return `${cookie?.name}=${cookie?.value}`;
    };
    const play = (url: string, cookie: string, headers: Record<string, string> = {}) =>
      app.inject({ url, headers: { cookie, ...headers }, remoteAddress: OUTSIDER });
    const audit = async (action: string) =>
      db.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(desc(auditLog.id));
    /** Opens the link, and plays it until it stops working. */
    const visit = async (token: string) => {
      const response = await openLink(token);
      const { url } = response.json().recording;
      return async () => [
        (await openLink(token)).json().code ?? 'open',
        (await play(url, cookieOf(response))).statusCode,
      ];
    };
    return {
      ...{ world, db, clock, as, admin, supervisor, allow, create, openLink, cookieOf, play, audit, visit },
      ...{ recordingId, callId },
    };
  }

  it('plays the recording for a browser without a session, in ranges', async () => {
    const { create, openLink, cookieOf, play } = await setUp();
    const { token, url } = await create();
    expect(url).toBe(`${PUBLIC_URL}/apps/webrtc/recording#${token}`);
    const opened = await openLink(token);
    const { recording } = opened.json();
    expect(recording).toMatchObject({ duration_seconds: 6, is_voicemail: false, pauses: [] });
    expect(atob(recording.agent_levels).length).toBeGreaterThan(100);
    expect(opened.cookies).toMatchObject([
      { httpOnly: true, sameSite: 'Strict', path: recording.url.replace('/recording.wav', '') },
    ]);
    expect(opened.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const cookie = cookieOf(opened);
    const whole = await play(recording.url, cookie);
    expect([whole.statusCode, whole.headers['content-type'], whole.headers['cache-control']]).toEqual([
      200,
      'audio/wav',
      'private, no-store',
    ]);
    expect(whole.rawPayload.equals(WAV)).toBe(true);
    expect(whole.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    const part = await play(recording.url, cookie, { range: 'bytes=1000-1099' });
    expect([part.statusCode, part.rawPayload.equals(WAV.subarray(1_000, 1_100))]).toEqual([206, true]);
    expect((await play(recording.url, cookie, { range: `bytes=${WAV.length}-` })).statusCode).toBe(416);
  });

  it('shows no name and no number', async () => {
    const { create, openLink, db } = await setUp();
    const { token } = await create();
    const text = (await openLink(token)).body;
    const { full_name } = await userOf(db, 'supervisor@demo.test');
    for (const secret of ['Zelda', 'Secret', PHONE, PHONE.slice(2), full_name, 'demo.test'])
      expect(text).not.toContain(secret);
    expect(Object.keys(JSON.parse(text).recording).sort()).toEqual(
      [
        ...['agent_levels', 'duration_seconds', 'expires_at', 'is_voicemail', 'lead_levels'],
        ...['pauses', 'recorded_at', 'url'],
      ].sort(),
    );
  });

  it('leaves no working token in the database', async () => {
    const { create, openLink, db } = await setUp();
    const { token } = await create();
    const { token_hash } = await firstRow(db.select().from(externalLinks));
    expect(token_hash).not.toContain(token);
    expect((await openLink(token_hash)).json()).toMatchObject({ code: 'externalLinkInvalid' });
  });

  it.each(LINK_DAYS)('expires after %s days, also for an open page', async (days) => {
    const { create, visit, clock, as, callId } = await setUp();
    const { token, link } = await create(days);
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(days * DAY_MS);
    const works = await visit(token);
    clock.advance(days * DAY_MS - 60_000);
    expect(await works()).toEqual(['open', 200]);
    clock.advance(61_000);
    expect(await works()).toEqual(['externalLinkInvalid', 404]);
    // The first session ended with the link.
    const supervisor = await as('supervisor@demo.test');
    expect((await supervisor('readCallReview', callId)).review.external_links).toEqual([]);
  });

  it('stops at once when it is revoked, and others go on', async () => {
    const { create, visit, supervisor } = await setUp();
    const [first, second] = [await create(), await create()];
    const [works, others] = [await visit(first.token), await visit(second.token)];
    const { review } = await supervisor('revokeExternalLink', first.link.id);
    expect(review.external_links.map(({ id }: { id: number }) => id)).toEqual([second.link.id]);
    expect(await works()).toEqual(['externalLinkInvalid', 404]);
    expect(await others()).toEqual(['open', 200]);
    expect(await supervisor('revokeExternalLink', first.link.id)).toMatchObject({ code: 'notFound' });
  });

  it('stops for good when the account turns links off', async () => {
    const { create, visit, allow, supervisor, recordingId, callId } = await setUp();
    const { token } = await create();
    const works = await visit(token);
    await allow(false);
    expect(await works()).toEqual(['externalLinkInvalid', 404]);
    expect((await supervisor('readCallReview', callId)).review.external_links).toBeNull();
    expect(await supervisor('createExternalLink', recordingId, { days: 1 })).toMatchObject({
      status: 422,
      code: 'externalLinksOff',
    });
    await allow(true);
    expect(await works()).toEqual(['externalLinkInvalid', 404]);
  });

  it('stops for a setting that was changed in the database, too', async () => {
    const { create, visit, db } = await setUp();
    const works = await visit((await create()).token);
    await db.update(accounts).set({ external_links: false });
    expect(await works()).toEqual(['externalLinkInvalid', 404]);
  });

  it('stops for good when its creator is deactivated, and others go on', async () => {
    const { db, admin, as, create, visit, recordingId, callId, audit } = await setUp();
    const creator = await userOf(db, 'supervisor@demo.test');
    const works = [await visit((await create()).token), await visit((await create()).token)];
    const other = await admin('createExternalLink', recordingId, { days: 1 });
    const otherWorks = await visit(new URL(other.link).hash.slice(1));
    const activate = (active: boolean) => admin('changeAgent', creator.id, { active });
    expect((await activate(true)).status).toBe(200);
    for (const one of works) expect(await one()).toEqual(['open', 200]);
    expect((await activate(false)).status).toBe(200);
    for (const one of works) expect(await one()).toEqual(['externalLinkInvalid', 404]);
    expect(await otherWorks()).toEqual(['open', 200]);
    expect((await admin('readCallReview', callId)).review.external_links).toHaveLength(1);
    expect((await audit('users set'))[0]).toMatchObject({
      subject: `user ${creator.id}: active, external links 2`,
    });
    expect((await activate(true)).status).toBe(200);
    for (const one of works) expect(await one()).toEqual(['externalLinkInvalid', 404]);
    const again = await as('supervisor@demo.test');
    expect((await again('createExternalLink', recordingId, { days: 1 })).status).toBe(200);
  });

  it('stops for a creator who was deactivated in the database, too', async () => {
    const { create, visit, db, admin, callId } = await setUp();
    const works = await visit((await create()).token);
    const { id } = await userOf(db, 'supervisor@demo.test');
    await change(db, users, id, { active: false });
    expect(await works()).toEqual(['externalLinkInvalid', 404]);
    expect((await admin('readCallReview', callId)).review.external_links).toEqual([]);
    await admin('changeAgent', id, { active: true });
    expect(await works()).toEqual(['externalLinkInvalid', 404]);
  });

  it('isn’t created by a request that a deactivation overtakes', async () => {
    const { db, clock, recordingId } = await setUp();
    const row = await userOf(db, 'supervisor@demo.test');
    const user = await readActiveUser(db, row.id);
    if (!user) throw new Error('the supervisor is not active');
    await change(db, users, row.id, { active: false });
    const created = transaction(db, (tx) =>
      createExternalLink(tx, { user, address: OUTSIDER }, { id: recordingId, days: 1 }, clock.now()),
    );
    await expect(created).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('is deleted with its recording', async () => {
    const { create, visit, db, clock } = await setUp();
    const works = await visit((await create()).token);
    const rows = await db.select().from(recordings).where(eq(recordings.provider_sid, SID));
    await transaction(db, (tx) => deleteRecordings(tx, rows, new Date(clock.now())));
    expect(await works()).toEqual(['externalLinkInvalid', 404]);
    expect(await db.$count(externalLinks)).toBe(0);
  });

  it('stops after a restore, because it may have been revoked since the backup', async () => {
    const { create, visit, db, clock } = await setUp();
    const works = await visit((await create()).token);
    await transaction(db, (tx) => reconcileRestored(tx, new Date(clock.now()), clock.now(), 'a test'));
    expect(await works()).toEqual(['externalLinkInvalid', 404]);
  });

  it('opens only its own recording: the cookie of one link plays no other', async () => {
    const { create, openLink, cookieOf, play } = await setUp();
    const [first, second] = [await create(), await create()];
    const cookie = cookieOf(await openLink(first.token));
    const { url } = (await openLink(second.token)).json().recording;
    const statuses = [
      (await play(url, cookie)).statusCode,
      (await play(url, '')).statusCode,
      (await play(url.replace(/\d+/, 'x'), cookie)).statusCode,
    ];
    expect(statuses).toEqual([404, 404, 404]);
  });

  it('stops in the middle of the audio that a player has already asked for', async () => {
    const { create, db, clock, supervisor } = await setUp();
    const { token, link } = await create();
    const pieces = ['one', 'two'].map((text) => Buffer.from(text));
    const service = createExternalRecordings({
      ...{ db, clock, realtime: { callUpdated: () => undefined } },
      files: {
        open: async () => ({ bytes: 6, read: () => Readable.from(pieces) }),
      } as unknown as RecordingFiles,
    });
    const played = await service.open({ token, linkId: link.id, address: OUTSIDER });
    const audio = played.read(0, 5)[Symbol.asyncIterator]();
    expect((await audio.next()).value).toEqual(pieces[0]);
    await supervisor('revokeExternalLink', link.id);
    await expect(audio.next()).rejects.toMatchObject({ code: 'notFound' });
  });

  it('is created by supervisors who may hear the recording, and by no one else', async () => {
    const { as, recordingId, db, admin } = await setUp();
    const cases: [string, number][] = [
      ['supervisor@demo.test', 200],
      ['admin@demo.test', 200],
      ['agent@demo.test', 403],
      ['plain@demo.test', 403],
    ];
    for (const [email, status] of cases)
      expect([
        email,
        (await (await as(email))('createExternalLink', recordingId, { days: 1 })).status,
      ]).toEqual([email, status]);
    expect(await admin('createExternalLink', recordingId, { days: 2 })).toMatchObject({ status: 422 });
    expect(await admin('createExternalLink', 999_999, { days: 1 })).toMatchObject({ status: 404 });
    await db.update(recordings).set({ status: 'failed' });
    expect(await admin('createExternalLink', recordingId, { days: 1 })).toMatchObject({ status: 404 });
  });

  it('is one of at most twenty of a recording, until one expires', async () => {
    const { create, supervisor, recordingId, clock } = await setUp();
    for (let count = 0; count < MAX_EXTERNAL_LINKS; count += 1) await create(1);
    expect(await supervisor('createExternalLink', recordingId, { days: 1 })).toMatchObject({
      status: 422,
      code: 'tooManyExternalLinks',
    });
    clock.advance(DAY_MS + 1_000);
    await create(1);
  });

  it('is in the audit log when it is created, played and revoked, with the player’s address', async () => {
    const { create, openLink, cookieOf, play, audit, supervisor, recordingId, callId, db, clock } =
      await setUp();
    const { token, link } = await create(30);
    const supervising = await userOf(db, 'supervisor@demo.test');
    const subject = `recording ${recordingId}: external link ${link.id}, call ${callId}`;
    expect(await audit('external links add')).toMatchObject([
      { subject: `${subject}, days 30`, user_id: supervising.id },
    ]);
    const opened = await openLink(token);
    const { url } = opened.json().recording;
    expect(await audit('external links play')).toEqual([]);
    const cookie = cookieOf(opened);
    await play(url, cookie, { range: 'bytes=0-' });
    await play(url, cookie, { range: 'bytes=500-' });
    expect(await audit('external links play')).toMatchObject([
      {
        subject: `${subject}, creator ${supervising.id}`,
        user_id: null,
        address: OUTSIDER,
        account_id: 100,
      },
    ]);
    clock.advance(11 * 60_000);
    await play(url, cookie, { range: 'bytes=500-' });
    const { review } = await supervisor('readCallReview', callId);
    expect(review.external_links).toMatchObject([
      { plays: 2, last_played_at: new Date(clock.now()).toISOString(), user: { id: supervising.id } },
    ]);
    await supervisor('revokeExternalLink', link.id);
    expect(await audit('external links revoke')).toMatchObject([{ subject }]);
    expect(
      await db.$count(auditLog, like(auditLog.subject, `%${token}%`)),
      'the audit log has no token',
    ).toBe(0);
  });

  it('is listed under the plays of the audit log', async () => {
    const { create, openLink, cookieOf, play, admin } = await setUp();
    const opened = await openLink((await create()).token);
    await play(opened.json().recording.url, cookieOf(opened));
    const actionsOf = async (kind: string) =>
      (await admin('listAuditLog', 0, undefined, `?kind=${kind}`)).data.map(
        ({ action }: { action: string }) => action,
      );
    expect(await actionsOf('plays')).toEqual(['external links play']);
    expect(await actionsOf('changes')).not.toContain('external links play');
  });

  it('can’t be guessed or downloaded without limit from one network', async () => {
    const { create, openLink, cookieOf, play, clock } = await setUp();
    const { token } = await create();
    const opened = await openLink(token);
    const { url } = opened.json().recording;
    for (let count = 1; count < 60; count += 1) await openLink('guess');
    expect((await openLink(token)).json()).toMatchObject({ code: 'tooManyRequests' });
    expect((await openLink(token, '198.51.100.7')).statusCode).toBe(200);
    clock.advance(61_000);
    expect((await openLink(token)).statusCode).toBe(200);
    const cookie = cookieOf(opened);
    for (let count = 0; count < 600; count += 1)
      await play(url, cookie, { 'if-none-match': `"external-${url.match(/\d+(?=\/rec)/)?.[0]}"` });
    expect((await play(url, cookie)).statusCode).toBe(429);
  });

  it('can’t be created or revoked for another team’s call by a supervisor who only took part in it', async () => {
    const { db, create, supervisor, callId, recordingId, audit } = await setUp();
    const { link } = await create();
    const { id: user_id } = await userOf(db, 'supervisor@demo.test');
    const { id: otherTeam } = await insert(db, teams, { account_id: 100, name: 'Other' });
    const ended_at = new Date();
    const part = {
      call_id: callId,
      user_id,
      type: 'lead',
      status: 'ended',
      accepted_at: ended_at,
      ended_at,
    } as const;
    await addCallUser(db, part);
    await change(db, users, user_id, { supervised_team_ids: [otherTeam] });
    expect(await supervisor('createExternalLink', recordingId, { days: 1 })).toMatchObject({ status: 404 });
    expect(await supervisor('revokeExternalLink', link.id)).toMatchObject({ status: 404 });
    expect(await db.select().from(externalLinks)).toMatchObject([{ id: link.id }]);
    expect(await audit('external links add')).toHaveLength(1);
  });
});
