// Types the clients and the server's routes, and generates the API description.
// The session cookie is `offhook_session` (over https `__Host-offhook_session`). Every request after the first carries
// `X-CSRF-TOKEN`.
import { EXTERNAL_LINK_REQUESTS } from './external-link-requests.ts';
import { INTAKE_REQUESTS } from './intake-requests.ts';
import { LOGIN_REQUESTS } from './login-requests.ts';
import { PHONE_REQUESTS } from './requests.ts';
import { SECOND_FACTOR_REQUESTS } from './second-factor-requests.ts';
import { SIGN_IN_PAGE_REQUESTS } from './sign-in-page-requests.ts';

export const REQUESTS = {
  ...LOGIN_REQUESTS,
  ...SIGN_IN_PAGE_REQUESTS,
  ...EXTERNAL_LINK_REQUESTS,
  ...PHONE_REQUESTS,
  ...SECOND_FACTOR_REQUESTS,
  ...INTAKE_REQUESTS,
} as const;

export type Requests = typeof REQUESTS;
export type RequestName = keyof Requests;
