import { expect, it, onTestFinished } from 'vitest';
import { startSmtpServer } from '../../testing/servers/smtp.ts';
import { findMailProblem, type MailConfig, mailConfig } from './mail-config.ts';
import { oneLine, toMailFailure } from './mail-failure.ts';
import { createMailer, type Mail } from './mailer.ts';

const MAIL: Mail = {
  to: { name: 'Ada Form', address: 'ada@example.com' },
  subject: 'Hello',
  text: 'Willkommen, “Ada”',
  html: '<p>Hello</p>',
  messageId: '<effect-7-1@phone.example.com>',
};

async function open(changes: Partial<MailConfig> = {}, options = {}) {
  const smtp = await startSmtpServer(options);
  const mailer = createMailer({ ...smtp.config, ...changes });
  onTestFinished(async () => {
    mailer.stop();
    await smtp.stop();
  });
  return { smtp, mailer };
}

it('a mail reaches the server with text, HTML and the headers of an automatic mail', async () => {
  const { smtp, mailer } = await open();
  expect(await mailer.send(MAIL)).toBeNull();
  expect(smtp.received).toMatchObject([
    { from: 'offhook@example.com', to: ['ada@example.com'], text: expect.stringContaining(MAIL.text) },
  ]);
  const { headers, html } = smtp.received[0] ?? { headers: '', html: '' };
  expect(html).toContain(MAIL.html);
  expect(headers).toContain('From: Offhook <offhook@example.com>');
  expect(headers).toContain(`Message-ID: ${MAIL.messageId}`);
  expect(headers).toContain('Auto-Submitted: auto-generated');
});

it('line breaks in a name, a subject or an address add no header and no recipient', async () => {
  const { smtp, mailer } = await open();
  const injection = 'x\r\nBcc: other@example.com\r\n\r\nbody';
  const sent = await mailer.send({ ...MAIL, subject: injection, to: { ...MAIL.to, name: `${injection}"` } });
  expect(sent).toBeNull();
  await mailer.send({ ...MAIL, to: { name: '', address: 'ada@example.com\r\nRCPT TO:<other@example.com>' } });
  await mailer.send({ ...MAIL, to: { name: '', address: 'ada@example.com, other@example.com' } });
  expect(smtp.received.flatMap(({ to }) => to)).not.toContain('other@example.com');
  expect(smtp.received[0]?.to).toEqual(['ada@example.com']);
  expect(smtp.received[0]?.headers).not.toMatch(/^Bcc:/im);
});

it.each<[at: 'recipient' | 'data', code: number, kind: string]>([
  ['recipient', 550, 'permanent'],
  ['data', 554, 'permanent'],
  ['recipient', 451, 'temporary'],
  ['data', 421, 'temporary'],
])('a %s that is rejected with %i is a %s failure, with the server’s words', async (at, code, kind) => {
  const { smtp, mailer } = await open();
  smtp.rejectNext(at, code, 'Not here');
  expect(await mailer.send(MAIL)).toMatchObject({
    kind,
    isUncertain: false,
    reason: expect.stringContaining('Not here'),
  });
  expect(await mailer.send(MAIL)).toBeNull();
});

it('wrong keys are a temporary failure, which the check reports too', async () => {
  const { mailer } = await open({ password: 'wrong' });
  const failure = { kind: 'temporary', reason: expect.stringContaining('Wrong user name or password') };
  expect(await mailer.check()).toMatchObject(failure);
  expect(await mailer.send(MAIL)).toMatchObject(failure);
});

it('nothing is sent without TLS, or with a certificate that isn’t trusted, if TLS is required', async () => {
  const plain = await open({ requiresTls: true });
  expect(await plain.mailer.send(MAIL)).toMatchObject({ kind: 'temporary' });
  const untrusted = await open({ requiresTls: true }, { disabledCommands: [] });
  expect(await untrusted.mailer.send(MAIL)).toMatchObject({
    kind: 'temporary',
    reason: expect.stringMatching(/certificate/i),
  });
  expect([plain.smtp.received, untrusted.smtp.received]).toEqual([[], []]);
});

it('a server that is away is a temporary failure', async () => {
  const { smtp, mailer } = await open();
  await smtp.stop();
  expect(await mailer.send(MAIL)).toMatchObject({
    kind: 'temporary',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
});

it('an answer that never came leaves it open whether the mail arrived', () => {
  expect(toMailFailure(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'DATA' }))).toEqual({
    kind: 'temporary',
    isUncertain: true,
    reason: 'ETIMEDOUT Timeout',
  });
  expect(toMailFailure(null)).toMatchObject({ kind: 'temporary' });
});

it('a rejected sender is a temporary failure, because the operator can allow it', () => {
  const failure = toMailFailure({ responseCode: 550, command: 'MAIL FROM', response: '550 no' });
  expect(failure).toEqual({ kind: 'temporary', isUncertain: false, reason: '550 no' });
});

it('a header has one line', () => {
  expect(oneLine(' a\r\n\tb\u2028c\u0000 ')).toBe('a b c');
});

it.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isSecure: false, requiresTls: true }],
  ['smtp://localhost', { port: 587, isSecure: false, requiresTls: false }],
  ['smtp://127.0.0.1:25', { port: 25, requiresTls: false }],
  ['smtps://u%40x:p%2Fq@mail.example.com', { port: 465, isSecure: true, user: 'u@x', password: 'p/q' }],
])('%s is read', (SMTP_URL, expected) => {
  expect(mailConfig({ SMTP_URL, MAIL_FROM: 'offhook@example.com' })).toMatchObject(expected);
});

it('the URL and the sender are required together', () => {
  expect(findMailProblem({ SMTP_URL: '', MAIL_FROM: '' })).toBeNull();
  expect(findMailProblem({ SMTP_URL: 'smtp://x', MAIL_FROM: '' })).toContain('must both be set');
  expect(mailConfig({ SMTP_URL: '', MAIL_FROM: '' })).toBeNull();
});
