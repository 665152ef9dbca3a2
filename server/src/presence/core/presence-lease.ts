// Within one browser (one session), a Web Lock lets a single page report, so a new page follows the one that closed.
// Across browsers the lease decides which page is an agent's phone.
import { PHONE_LEFT_AT } from '../../accounts/core/page-identity.ts';

export interface Lease {
  readonly phoneId: string;
  readonly sessionHash: string | null;
  /** ms since 1970; `PHONE_LEFT_AT` when the page closed or its session ended. */
  readonly renewedAt: number;
}

export interface LeaseReport {
  readonly phoneId: string;
  readonly sessionHash: string;
  readonly takeOver: boolean;
  /** Phones without a report after this time are offline. */
  readonly presenceCutoff: number;
}

export function acquiresLease(lease: Lease | null, report: LeaseReport): boolean {
  if (lease === null) return true;
  if (lease.phoneId === report.phoneId && lease.renewedAt === PHONE_LEFT_AT) return false;
  return (
    report.takeOver ||
    lease.phoneId === report.phoneId ||
    lease.sessionHash === report.sessionHash ||
    lease.renewedAt <= report.presenceCutoff
  );
}
