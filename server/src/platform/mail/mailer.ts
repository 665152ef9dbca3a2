// Mails are effects: a mail is sent at least once, and a second time only if the server's answer to the first was lost.

import { createTransport } from 'nodemailer';
import type { MailConfig } from './mail-config.ts';
import { type MailFailure, oneLine, toMailFailure } from './mail-failure.ts';

export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each attempt, so that mailboxes can drop a copy. */
  readonly messageId: string;
  readonly attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string;
}

export interface Mailer {
  /** null: the server has accepted the mail. */
  send(mail: Mail): Promise<MailFailure | null>;
  /** Connects and logs in, without sending anything. */
  check(): Promise<MailFailure | null>;
  stop(): void;
}

/** Most services limit both; the rest of a long list waits. */
const MAX_CONNECTIONS = 2;
const MAX_PER_SECOND = 10;
const TIMEOUT_MS = 10_000;

export function createMailer(config: MailConfig, timeoutMs = TIMEOUT_MS): Mailer {
  const transport = createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    rateLimit: MAX_PER_SECOND,
    rateDelta: 1_000,
    host: config.host,
    port: config.port,
    secure: config.isSecure,
    requireTLS: config.requiresTls,
    // A mail server on this machine often has a certificate that no one else trusts.
    ignoreTLS: !config.isSecure && !config.requiresTls,
    ...(config.user === '' ? {} : { auth: { user: config.user, pass: config.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const attempt = (work: Promise<unknown>): Promise<MailFailure | null> =>
    work.then(() => null, toMailFailure);

  return {
    send: ({ to, subject, attachments = [], ...mail }) =>
      attempt(
        transport.sendMail({
          ...mail,
          attachments: [...attachments],
          from: config.from,
          to: { name: oneLine(to.name), address: to.address },
          subject: oneLine(subject),
          headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
        }),
      ),
    check: () => attempt(transport.verify()),
    stop: () => transport.close(),
  };
}
