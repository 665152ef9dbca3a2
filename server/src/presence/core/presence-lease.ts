/**
 * Which page is an agent's phone. Within a browser a Web Lock lets one page at a time report, so a new page of the same
 * browser (the same session) follows the one that went; across browsers the lease decides.
 */
import { PHONE_LEFT_AT } from '../../accounts/core/page-identity.ts';

export interface Lease {
  readonly phoneId: string;
  /** null: its session has ended. */
  readonly sessionHash: string | null;
  /** ms since 1970; `LEFT`: its page said that it goes, or its session has ended. */
  readonly renewedAt: number;
}

export interface Report {
  readonly phoneId: string;
  readonly sessionHash: string;
  /** The agent pressed 'Use it here'. */
  readonly takeOver: boolean;
  /** A phone that has said nothing later than this moment is gone. */
  readonly heardSince: number;
}

/** Whether the page that reports has the lease from now on. */
export function getsLease(lease: Lease | null, report: Report): boolean {
  if (lease === null) return true;
  // A report that was under way when its page said goodbye.
  if (lease.phoneId === report.phoneId && lease.renewedAt === PHONE_LEFT_AT) return false;
  return (
    report.takeOver ||
    lease.phoneId === report.phoneId ||
    lease.sessionHash === report.sessionHash ||
    lease.renewedAt <= report.heardSince
  );
}
