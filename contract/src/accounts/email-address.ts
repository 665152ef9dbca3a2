/** Emails that a server accepts as a user's. Stricter than the login's field: a mail is sent to it. */
import * as z from 'zod/mini';

const MAX_LENGTH = 254;

/** What follows the @, such as `example.com`. */
export const EmailDomain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(MAX_LENGTH),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  );

/** @returns null if this can't be an email */
export function domainOfEmail(text: string): string | null {
  const domain = z.safeParse(EmailDomain, text.slice(text.lastIndexOf('@') + 1));
  return text.trim().indexOf('@') > 0 && domain.success ? domain.data : null;
}

/** In lower case; null if no mail can be sent to it. Non-ASCII letters could be mistaken for others (decision 0017). */
export function toEmail(text: string): string | null {
  const email = text.trim();
  return email.length <= MAX_LENGTH && z.regexes.email.test(email) ? email.toLowerCase() : null;
}
