// A separate table, so that the phone doesn't load it. Times are ISO 8601 in UTC. `next` is the cursor of a list's next
// page, or null. A change leaves omitted fields as they are.

import { ACCOUNT_REQUESTS } from './requests/account-requests.ts';
import { BOARD_REQUESTS } from './requests/board-requests.ts';
import { CALL_REQUESTS } from './requests/call-requests.ts';
import { IMPORT_REQUESTS } from './requests/import-requests.ts';
import { INTEGRATION_REQUESTS } from './requests/integration-requests.ts';
import { LEAD_REQUESTS } from './requests/lead-requests.ts';
import { PEOPLE_REQUESTS } from './requests/people-requests.ts';
import { REPORT_REQUESTS } from './requests/report-requests.ts';
import { RULE_REQUESTS } from './requests/rule-requests.ts';

export const CONSOLE_REQUESTS = {
  ...BOARD_REQUESTS,
  ...REPORT_REQUESTS,
  ...CALL_REQUESTS,
  ...LEAD_REQUESTS,
  ...PEOPLE_REQUESTS,
  ...RULE_REQUESTS,
  ...INTEGRATION_REQUESTS,
  ...IMPORT_REQUESTS,
  ...ACCOUNT_REQUESTS,
} as const;

export type ConsoleRequests = typeof CONSOLE_REQUESTS;
export type ConsoleRequestName = keyof ConsoleRequests;
