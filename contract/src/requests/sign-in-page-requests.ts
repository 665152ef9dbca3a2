/** What the sign-in pages request before there is a session. A token is in the body, because logs have addresses. */
import * as z from 'zod/mini';
import { LANGUAGES } from '../entities.ts';
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
      /** Path of the page where the account's rule asks for a second factor; without it, the session is open. */
      second_step: z.optional(z.string()),
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
