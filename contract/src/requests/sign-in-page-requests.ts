/** What the sign-in pages request before there is a session. A token is in the body, because logs have addresses. */
import * as z from 'zod/mini';
import { EmailDomain } from '../accounts/email-address.ts';
import { LANGUAGES } from '../accounts/languages.ts';
import { newPassword, text } from '../text.ts';
import { answer, type Row, rowsFor, Success } from './request-rows.ts';

const { row: anyone } = rowsFor('anyone');

const token = text(100).check(z.minLength(1));

export const SIGN_IN_PAGE_REQUESTS = {
  readInvitation: anyone('POST', '/api/v1/user/invitation', {
    body: z.object({ token }),
    response: answer({
      email: z.string(),
      /** Empty if the administrator didn't know it. */
      full_name: z.string(),
      account_name: z.string(),
      account_language: z.enum(LANGUAGES),
    }),
  }),
  /** Creates the user and logs them in. */
  acceptInvitation: anyone('POST', '/api/v1/user/invitation/accept', {
    body: z.object({
      token,
      full_name: text(200).check(z.minLength(1)),
      password: newPassword,
      language: z.nullable(z.enum(LANGUAGES)),
    }),
    response: answer({
      /**
       * Path of the page that goes on with the login, for a second factor or single sign-on; without it, the session
       * is open.
       */
      second_step: z.optional(z.string()),
    }),
  }),

  /** Takes only the part of an email behind the @, so that it can't reveal whether a user has this email. */
  findOrganization: anyone('POST', '/api/v1/user/organization', {
    body: z.object({ domain: EmailDomain }),
    response: answer({
      /** null: no account uses single sign-on for this domain. */
      organization: z.nullable(z.object({ name: z.string() })),
    }),
  }),

  readPasswordHelp: anyone('GET', '/api/v1/user/forgotten-password', {
    /** false: only an administrator can help. */
    response: answer({ sends_mail: z.boolean() }),
  }),
  /** The answer is the same whether or not a user has this email. */
  forgetPassword: anyone('POST', '/api/v1/user/forgotten-password', {
    body: z.object({ email: text(254) }),
    response: Success,
  }),
  readPasswordLink: anyone('POST', '/api/v1/user/new-password', {
    body: z.object({ token }),
    response: answer({ email: z.string() }),
  }),
  /** Ends all sessions of the user, who then logs in with the new password. */
  choosePassword: anyone('POST', '/api/v1/user/new-password/choose', {
    body: z.object({ token, password: newPassword }),
    response: Success,
  }),
} as const satisfies Record<string, Row>;
