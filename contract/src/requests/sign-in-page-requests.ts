/** What the sign-in pages request before there is a session. */
import type { Row } from './request-rows.ts';

export const SIGN_IN_PAGE_REQUESTS = {} as const satisfies Record<string, Row>;
