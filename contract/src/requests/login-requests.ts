/** All that the login loads of the API. */
import * as z from 'zod/mini';
import { MaybeUser, User } from '../accounts/user.ts';
import { storedText, text } from '../text.ts';
import { answer, type Row, rowsFor } from './request-rows.ts';

const { row: anyone } = rowsFor('anyone');

export const LOGIN_REQUESTS = {
  getUser: anyone('GET', '/api/v1/user', {
    query: z.object({ time: z.optional(storedText) }),
    response: z.object({
      success: z.boolean(),
      csrf_token: z.string(),
      user: z.optional(User),
      /** Repeated at the top level for older clients. */
      ...MaybeUser.shape,
    }),
  }),
  login: anyone('POST', '/api/v1/user/login', {
    body: z.object({ email: text(254), password: storedText.check(z.maxLength(1000)) }),
    response: answer({
      csrf_token: z.optional(z.string()),
      /** Path of the server's page with the second step; without it, the session is open. */
      second_step: z.optional(z.string()),
    }),
  }),
} as const satisfies Record<string, Row>;
