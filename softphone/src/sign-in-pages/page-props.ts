import type { Client } from '@offhook/contract/client/client';
import type { EXTERNAL_LINK_REQUESTS } from '@offhook/contract/requests/external-link-requests';
import type { LOGIN_REQUESTS } from '@offhook/contract/requests/login-requests';
import type { SECOND_FACTOR_REQUESTS } from '@offhook/contract/requests/second-factor-requests';
import type { SIGN_IN_PAGE_REQUESTS } from '@offhook/contract/requests/sign-in-page-requests';

export interface SignInPageProps {
  readonly api: Client<
    typeof LOGIN_REQUESTS &
      typeof SIGN_IN_PAGE_REQUESTS &
      typeof SECOND_FACTOR_REQUESTS &
      typeof EXTERNAL_LINK_REQUESTS
  >;
  /** Origin of the phone and the console; empty for this page's own. */
  readonly home: string;
  /** Loads the phone, with the session that the page has just got, or a login's next page. */
  readonly openNext: (address: string) => void;
  /** From the address; empty without one. */
  readonly token: string;
}
