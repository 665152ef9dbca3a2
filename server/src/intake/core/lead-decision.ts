/** What happens with a lead that has come, by what is known of it. */
import type { Opening } from '../../leads/core/first-allowed.ts';

export interface LeadFacts {
  /** Its team waits so long before it calls a new lead. */
  readonly delaySeconds: number;
  /** When an agent may be rung for it. */
  readonly opening: Opening;
  /** This process begins calls; else it is about to end. */
  readonly beginsCalls: boolean;
}

export type LeadDecision =
  /** Agents are rung now. */
  | { readonly kind: 'ring' }
  /** A call is promised for later, and none is made now. `from`: ms since 1970. */
  | { readonly kind: 'promise'; readonly from: number; readonly reason: string }
  /** Nobody may be rung: the call is missed, and another promised if there can be one. */
  | { readonly kind: 'closed'; readonly reason: string; readonly isForEver: boolean };

const STARTS_AGAIN = 'Offhook is about to start again, and calls the lead then.';

export function decideLead({ delaySeconds, opening, beginsCalls }: LeadFacts, now: number): LeadDecision {
  if (opening.kind === 'never') return { kind: 'closed', reason: opening.reason, isForEver: true };
  if (opening.at > now)
    return { kind: 'closed', reason: opening.reason ?? 'The team is closed.', isForEver: false };
  if (!beginsCalls) return { kind: 'promise', from: now + delaySeconds * 1000, reason: STARTS_AGAIN };
  if (delaySeconds === 0) return { kind: 'ring' };
  const reason = `This team waits ${delaySeconds} seconds before it calls a new lead.`;
  return { kind: 'promise', from: now + delaySeconds * 1000, reason };
}
