import { ROLE_PERMISSIONS } from '@offhook/contract/accounts/roles';
import type { ConsoleReportMail } from '@offhook/contract/console/report-mail-entities';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { insert } from '../../platform/database/database.ts';
import {
  accounts,
  auditLog,
  effects,
  reportMailRecipients,
  reportMails,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { ACCOUNT, change, userOf } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { startSmtpServer } from '../../testing/servers/smtp.ts';
import { testWorlds } from '../../testing/world/world.ts';
import { queueDueReportMails } from './due-report-mails.ts';
import { reportDays } from './report-mail-times.ts';

const MAILS = '/api/v1/console/report-mails';
const DAY_MS = 86_400_000;
const DAILY = {
  frequency: 'daily',
  minute: 8 * 60,
  language: 'en',
  filters: {},
  compares: true,
};

withDatabase('reports by mail', (open) => {
  const openWorld = testWorlds(open);

  async function openInstallation({ sendsMail = true } = {}) {
    const smtp = await startSmtpServer();
    const mailer = createMailer(smtp.config);
    onTestFinished(async () => {
      mailer.stop();
      await smtp.stop();
    });
    const world = await openWorld({ mailer: sendsMail ? mailer : null });
    const { app, signIn } = await openWholeApp(world, [], { sendsMail });
    const { db, clock } = world;
    const [admin, sam] = [await userOf(db, 'admin@demo.test'), await userOf(db, 'supervisor@demo.test')];
    const as = async (email: string) => {
      const headers = await signIn(email);
      return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) => {
        const response = await app.inject({
          method,
          url: MAILS + path,
          headers,
          ...(payload && { payload }),
        });
        return { status: response.statusCode, body: response.json() };
      };
    };
    const byAdmin = await as('admin@demo.test');
    const add = async (changes = {}, by = byAdmin) => {
      const { status, body } = await by('POST', '', {
        ...DAILY,
        recipient_ids: [admin.id, sam.id],
        ...changes,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.report_mail as ConsoleReportMail;
    };
    const list = async (by = byAdmin): Promise<ConsoleReportMail[]> => (await by('GET')).body.data;
    const read = async (id: number) => (await list()).find((one) => one.id === id);
    const due = async (id: number) => Date.parse((await read(id))?.next_at ?? '');
    const untilDue = async (id: number) => world.advance((await due(id)) - clock.now());
    const receivers = () => smtp.received.map(({ to }) => to[0]).sort();
    return { ...world, smtp, admin, sam, as, byAdmin, add, list, read, due, untilDue, receivers };
  }

  it('each recipient gets one mail at the due time, with figures, file and links', async () => {
    const it = await openInstallation();
    const { id, next_at } = await it.add({ filters: { source: 'form:=Solar' } });
    await it.advance(Date.parse(next_at ?? '') - it.clock.now() - 1_000);
    expect(it.smtp.received).toEqual([]);
    await it.advance(1_000);
    await it.settle();
    expect(it.receivers()).toEqual(['admin@demo.test', 'supervisor@demo.test']);

    const [account] = await it.db.select().from(accounts).where(eq(accounts.id, ACCOUNT));
    const { days } = reportDays(
      { frequency: 'daily', timeZone: account?.time_zone ?? '' },
      Date.parse(next_at ?? ''),
    );
    const [mail] = it.smtp.received;
    expect(mail?.headers).toMatch(/Subject: .*report for/);
    expect(mail?.text).toContain('Filtered by Source: =Solar');
    expect(mail?.text).toMatch(/Leads: \d+ \(before: \d+\)/);
    expect(mail?.text).toContain(
      `/admin/reports?range=custom&from=${days.from}&to=${days.to}&source=form%3A%3DSolar`,
    );
    expect(mail?.text).toContain('/admin/reports/mails');
    expect(mail?.html).toContain('<th scope="row"');
    expect(mail?.attachments).toMatchObject([{ name: `report-${days.from}-${days.to}.csv` }]);
    expect(mail?.attachments[0]?.content).toMatch(/^\uFEFFsection,row,column,value\r\n/);
    expect(mail?.attachments[0]?.content).toContain(`period,current,from,${days.from}`);

    const after = await it.read(id);
    expect(after?.recipients.map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(Date.parse(after?.next_at ?? '')).toBeGreaterThan(it.clock.now());
    await it.advance(3_600_000);
    expect(it.smtp.received).toHaveLength(2);
    await it.untilDue(id);
    expect(it.smtp.received).toHaveLength(4);
  });

  it('several servers at once queue a due mail once, and one that died after sending isn’t repeated', async () => {
    const it = await openInstallation();
    const { id } = await it.add();
    const at = await it.due(id);
    const found = await Promise.all(Array.from({ length: 5 }, () => queueDueReportMails(it.db, at)));
    expect(found.reduce((sum, one) => sum + one, 0)).toBe(1);
    await it.advance(at - it.clock.now());
    expect(it.smtp.received).toHaveLength(2);

    // The mail server accepted the mail, but the effect wasn't marked as done.
    await it.db
      .update(effects)
      .set({ done_at: null, claimed_until: null })
      .where(eq(effects.kind, 'sendReportMail'));
    await it.restart();
    await it.settle();
    expect(it.smtp.received).toHaveLength(2);
    expect((await it.read(id))?.recipients.map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  it('a server that died before sending leaves the mail to another', async () => {
    const it = await openInstallation();
    const { id } = await it.add({ recipient_ids: [it.admin.id] });
    const at = await it.due(id);
    await queueDueReportMails(it.db, at);
    await it.db
      .update(effects)
      .set({ claimed_by: 'a dead server', claimed_until: new Date(at + 20_000), attempts: 1 })
      .where(eq(effects.kind, 'sendReportMail'));
    await it.advance(at - it.clock.now());
    expect(it.smtp.received).toEqual([]);
    await it.advance(20_001);
    expect(it.receivers()).toEqual(['admin@demo.test']);
  });

  it('times that passed while no server ran give one mail, of the latest', async () => {
    const it = await openInstallation();
    const { id } = await it.add({ recipient_ids: [it.admin.id] });
    it.clock.advance((await it.due(id)) - it.clock.now() + 3 * DAY_MS + 3_600_000);
    await it.settle();
    expect(it.smtp.received).toHaveLength(1);
    const { days } = reportDays({ frequency: 'daily', timeZone: await timeZone(it) }, it.clock.now());
    expect(it.smtp.received[0]?.text).toContain(`from=${days.from}`);
    expect(await it.due(id)).toBeGreaterThan(it.clock.now());
  });

  it('a mail that the server doesn’t take is tried again, and the reason is shown to those who may change it', async () => {
    const it = await openInstallation();
    const { id } = await it.add({ recipient_ids: [it.admin.id] });
    it.smtp.rejectNext('recipient', 451, 'Try later');
    await it.untilDue(id);
    const [queued] = (await it.read(id))?.recipients ?? [];
    expect(queued).toMatchObject({ status: 'queued', error: expect.stringContaining('Try later') });
    const [shown] = (await it.list(await it.as('supervisor@demo.test')))[0]?.recipients ?? [];
    expect(shown).toMatchObject({ status: 'queued', error: null });
    await it.advance(5_000);
    expect(it.receivers()).toEqual(['admin@demo.test']);
    expect((await it.read(id))?.recipients).toMatchObject([{ status: 'sent', error: null }]);

    it.smtp.rejectNext('recipient', 550, 'No such mailbox');
    await it.untilDue(id);
    expect((await it.read(id))?.recipients).toMatchObject([
      { status: 'failed', error: expect.stringContaining('No such mailbox') },
    ]);
    await it.advance(3_600_000);
    expect(it.smtp.received).toHaveLength(1);
  });

  it('a mail that waits for the mail server until the next one is due isn’t sent beside it', async () => {
    const it = await openInstallation();
    const { id } = await it.add({ recipient_ids: [it.admin.id] });
    it.smtp.rejectNext('recipient', 451, 'Try later');
    await it.untilDue(id);
    it.clock.advance(DAY_MS + 3_600_000);
    await it.settle();
    expect(it.smtp.received).toHaveLength(1);
    expect((await it.read(id))?.recipients).toMatchObject([{ status: 'sent' }]);
  });

  it.each<[what: string, change: object]>([
    ['lost the right', { permissions: [...ROLE_PERMISSIONS.agent] }],
    ['was deactivated', { active: false }],
  ])('a recipient who %s gets nothing more', async (_, change) => {
    const it = await openInstallation();
    const { id } = await it.add();
    await it.db.update(users).set(change).where(eq(users.id, it.sam.id));
    await it.untilDue(id);
    expect(it.receivers()).toEqual(['admin@demo.test']);
    expect((await it.read(id))?.recipients.find((one) => one.id === it.sam.id)).toMatchObject({
      status: 'notAllowed',
    });
  });

  it('a paused report is sent only when asked for, at most once a minute', async () => {
    const it = await openInstallation();
    const { id, version } = await it.add({ recipient_ids: [it.admin.id] });
    const { body } = await it.byAdmin('PUT', `/${id}`, { is_paused: true, version });
    expect(body.report_mail).toMatchObject({ is_paused: true, next_at: null });
    expect((await it.byAdmin('PUT', `/${id}`, { minute: 0, version })).body.code).toBe('changedMeanwhile');
    await it.advance(2 * DAY_MS);
    expect(it.smtp.received).toEqual([]);
    expect((await it.byAdmin('POST', `/${id}/send`)).status).toBe(200);
    await it.settle();
    expect(it.smtp.received).toHaveLength(1);
    expect((await it.byAdmin('POST', `/${id}/send`)).body.code).toBe('mailedJustNow');
    await it.advance(60_000);
    expect((await it.byAdmin('POST', `/${id}/send`)).status).toBe(200);
    await it.settle();
    expect(it.smtp.received).toHaveLength(2);
    await it.byAdmin('PUT', `/${id}`, { is_paused: false });
    await it.untilDue(id);
    expect(it.smtp.received).toHaveLength(3);
    await it.byAdmin('DELETE', `/${id}`);
    await it.advance(2 * DAY_MS);
    expect(it.smtp.received).toHaveLength(3);
    expect(
      (await it.db.select().from(auditLog)).map(({ action, subject }) => `${action} | ${subject}`),
    ).toEqual([
      `report mails add | report mail ${id}: added`,
      `report mails set | report mail ${id}: is_paused`,
      `report mails send | report mail ${id}: sent`,
      `report mails send | report mail ${id}: sent`,
      `report mails set | report mail ${id}: is_paused`,
      `report mails remove | report mail ${id}: removed`,
    ]);
  });

  it('recipients can stop it for themselves, and without any it is paused', async () => {
    const it = await openInstallation();
    const { id } = await it.add();
    const bySam = await it.as('supervisor@demo.test');
    expect((await bySam('PUT', `/${id}`, { minute: 0 })).status).toBe(403);
    expect((await bySam('DELETE', `/${id}`)).status).toBe(403);
    expect((await bySam('POST', `/${id}/send`)).status).toBe(403);
    expect((await bySam('POST', `/${id}/stop`)).status).toBe(200);
    await it.untilDue(id);
    expect(it.receivers()).toEqual(['admin@demo.test']);
    await it.byAdmin('POST', `/${id}/stop`);
    expect(await it.read(id)).toMatchObject({ is_paused: true, next_at: null, recipients: [] });
    const own = await it.add({ recipient_ids: [it.sam.id] }, bySam);
    expect(own).toMatchObject({ may_change: true, owner: { id: it.sam.id } });
    expect((await bySam('PUT', `/${own.id}`, { minute: 0 })).body.report_mail.minute).toBe(0);
  });

  it('rejects outsiders, users who may not read reports, and filters of other accounts', async () => {
    const it = await openInstallation();
    const outsider = await userOf(it.db, 'agent@200.test');
    const agent = await userOf(it.db, 'plain@demo.test');
    const refused = async (changes: object) =>
      (await it.byAdmin('POST', '', { ...DAILY, recipient_ids: [it.admin.id], ...changes })).body.code;
    expect(await refused({ recipient_ids: [outsider.id] })).toBe('badRecipients');
    expect(await refused({ recipient_ids: [agent.id] })).toBe('badRecipients');
    expect(await refused({ recipient_ids: [] })).toBe('badInput');
    expect(await refused({ minute: 481 })).toBe('badInput');
    expect(await refused({ filters: { agent_id: outsider.id } })).toBe('badFilters');
    expect(await it.db.select().from(reportMails)).toEqual([]);
    expect(await it.db.select().from(reportMailRecipients)).toEqual([]);
  });

  it('without a mail server nothing is stored, and a due mail fails with the reason', async () => {
    const it = await openInstallation({ sendsMail: false });
    expect(await it.byAdmin('POST', '', { ...DAILY, recipient_ids: [it.admin.id] })).toMatchObject({
      status: 503,
      body: { code: 'noMailServer' },
    });
    expect(await it.byAdmin('GET')).toMatchObject({ body: { data: [], sends_mail: false } });
  });

  it('moves with the account’s time zone, and sends nothing for it', async () => {
    const it = await openInstallation();
    const { id } = await it.add();
    await it.db.update(accounts).set({ time_zone: 'Asia/Tokyo' }).where(eq(accounts.id, ACCOUNT));
    await it.settle();
    expect(new Date(await it.due(id)).toISOString()).toMatch(/T23:00:00\.000Z$/);
    expect(it.smtp.received).toEqual([]);
  });

  it('is written in its language, and a monthly one is compared with the month before', async () => {
    const it = await openInstallation();
    const { id } = await it.add({ frequency: 'monthly', language: 'es', recipient_ids: [it.admin.id] });
    await it.untilDue(id);
    expect(it.smtp.received[0]?.text).toMatch(/^Las cifras de .*\s+Prospectos: /);
    expect(it.smtp.received[0]?.html).toContain('lang="es"');
  });

  async function timeZone({ db }: Awaited<ReturnType<typeof openInstallation>>): Promise<string> {
    const [account] = await db.select().from(accounts).where(eq(accounts.id, ACCOUNT));
    return account?.time_zone ?? '';
  }

  it('a supervisor of given teams sees their own and those they receive, and filters by their teams', async () => {
    const it = await openInstallation();
    const [own, other] = await Promise.all(
      ['Own', 'Other'].map((name) => insert(it.db, teams, { account_id: ACCOUNT, name })),
    );
    const received = await it.add({ recipient_ids: [it.sam.id] });
    const foreign = await it.add({ recipient_ids: [it.admin.id] });
    await change(it.db, users, it.sam.id, { supervised_team_ids: [own?.id ?? 0] });
    const bySam = await it.as('supervisor@demo.test');
    const idsOf = async (by = bySam) => (await it.list(by)).map(({ id }) => id);
    expect(await idsOf()).toEqual([received.id]);
    expect((await bySam('POST', `/${foreign.id}/stop`)).status).toBe(404);
    const wanted = { ...DAILY, recipient_ids: [it.sam.id], filters: { team_id: other?.id } };
    expect((await bySam('POST', '', wanted)).body).toMatchObject({ code: 'badFilters' });
    const toAdmin = { ...DAILY, recipient_ids: [it.admin.id] };
    expect((await bySam('POST', '', toAdmin)).body).toMatchObject({ code: 'badRecipients' });
    const mine = await it.add({ filters: { team_id: own?.id }, recipient_ids: [it.sam.id] }, bySam);
    expect((await bySam('GET')).body.users).toEqual([{ id: it.sam.id, full_name: it.sam.full_name }]);
    expect(await idsOf()).toEqual([received.id, mine.id]);
    expect((await bySam('POST', `/${received.id}/stop`)).status).toBe(200);
    expect(await idsOf()).toEqual([mine.id]);
    expect(await idsOf(it.byAdmin)).toEqual([received.id, foreign.id, mine.id]);
  });
});
