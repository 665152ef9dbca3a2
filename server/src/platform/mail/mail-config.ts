import * as z from 'zod';
import { isLoopback } from '../process/local-address.ts';

/** `Name <address>` or an address. */
const FROM = /^(?:[^<>\r\n]{1,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

export const MAIL_FIELDS = {
  SMTP_URL: [
    z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
    'an smtp:// or smtps:// URL with user name and password, or empty to send no mail',
  ],
  MAIL_FROM: [
    z.union([z.literal(''), z.string().trim().regex(FROM)]).default(''),
    'the sender of mails, such as Offhook <offhook@example.com>',
  ],
} as const;

export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly isSecure: boolean;
  /** STARTTLS is required; false on this machine, where it isn't used. */
  readonly requiresTls: boolean;
  readonly user: string;
  readonly password: string;
  readonly from: string;
}

export function findMailProblem(env: {
  readonly SMTP_URL: string;
  readonly MAIL_FROM: string;
}): string | null {
  return (env.SMTP_URL === '') === (env.MAIL_FROM === '')
    ? null
    : 'SMTP_URL and MAIL_FROM must both be set, or neither.';
}

/** null: this installation sends no mail. */
export function mailConfig(env: {
  readonly SMTP_URL: string;
  readonly MAIL_FROM: string;
}): MailConfig | null {
  if (env.SMTP_URL === '') return null;
  const { protocol, hostname, port, username, password } = new URL(env.SMTP_URL);
  const isSecure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    requiresTls: !isSecure && !isLoopback(hostname),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    from: env.MAIL_FROM,
  };
}
