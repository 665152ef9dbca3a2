import * as z from 'zod/mini';
import { EmailDomain } from '../../accounts/email-address.ts';
import { MAX_SIGN_ON_DOMAINS } from '../../accounts/single-sign-on.ts';
import { sentence } from '../../sentences.ts';
import { storedText, text } from '../../text.ts';
import { nonEmptyText, version, versionField } from '../fields.ts';

export const SingleSignOn = z.object({
  version,
  /** What users call the organization or its login. */
  name: z.string(),
  /** A user's email decides where the login leads; a domain belongs to one account at most. */
  domains: z.array(z.string()),
  issuer: z.string(),
  client_id: z.string(),
  /** Accepts an email about which the issuer doesn't say whether it's verified. */
  trusts_emails: z.boolean(),
  /** Users of the account can't log in otherwise. */
  is_only: z.boolean(),
  /** Of the last login with this issuer and client ID. */
  last_login_at: z.nullable(z.string()),
});
export type SingleSignOn = z.infer<typeof SingleSignOn>;

/** Fields that are left out stay as they are. */
export const SingleSignOnChange = z.object({
  name: z.optional(nonEmptyText(100)),
  domains: z.optional(z.array(EmailDomain).check(z.minLength(1), z.maxLength(MAX_SIGN_ON_DOMAINS))),
  issuer: z.optional(text(500)),
  client_id: z.optional(nonEmptyText(500)),
  /** Never sent back. */
  client_secret: z.optional(storedText.check(z.minLength(1), z.maxLength(1000))),
  trusts_emails: z.optional(z.boolean()),
  is_only: z.optional(z.boolean()),
  ...versionField,
});
export type SingleSignOnChange = z.input<typeof SingleSignOnChange>;

/**
 * `unclear`: the issuer was found, but says neither yes nor no to the client ID and secret. `unreadable`: the server lost
 * the key of the stored client secret.
 */
export const SIGN_ON_TESTS = ['works', 'unreachable', 'rejected', 'unclear', 'unreadable'] as const;

export const SingleSignOnTest = z.object({ result: z.enum(SIGN_ON_TESTS), reason: sentence });
export type SingleSignOnTest = z.infer<typeof SingleSignOnTest>;
