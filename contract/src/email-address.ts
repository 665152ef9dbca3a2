/** Emails that a server accepts as a user's. Stricter than the login's field: a mail is sent to it. */
import * as z from 'zod/mini';

const MAX_LENGTH = 254;

/** In lower case; null if no mail can be sent to it. Non-ASCII letters could be mistaken for others (decision 0017). */
export function toEmail(text: string): string | null {
  const email = text.trim();
  return email.length <= MAX_LENGTH && z.regexes.email.test(email) ? email.toLowerCase() : null;
}
