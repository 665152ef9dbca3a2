import type { CallStatus, CallType } from '@offhook/contract/calls/call-kinds';
import type { Verdict } from '../../leads/core/consent/callable.ts';
import { english } from '../../platform/core/sentences.ts';

export interface EndedCall {
  readonly type: CallType;
  readonly status: CallStatus;
  readonly wasClaimed: boolean;
  /** If so, no text is needed: the agent knows that the call failed. */
  readonly wasRequestedByAgent: boolean;
  readonly leadCalledFirst: boolean;
  /** At most one text per lead. */
  readonly wasTextedBefore: boolean;
}

const UNANSWERED: ReadonlySet<CallStatus> = new Set(['missed', 'busy', 'offline']);

/** Calling hours and consent are checked separately. */
export function shouldSendMissedText(call: EndedCall): boolean {
  if (call.type !== 'lead' || call.wasClaimed || call.wasRequestedByAgent) return false;
  return UNANSWERED.has(call.status) && !call.leadCalledFirst && !call.wasTextedBefore;
}

export type AutomaticTextDecision =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly at: number }
  | { readonly kind: 'drop'; readonly reason: string };

export const REACHED = english({ id: 'text.leadReached' });

/** @param wasReached whether an agent and the lead have talked since the text was scheduled */
export function decideAutomaticText(verdict: Verdict, wasReached: boolean): AutomaticTextDecision {
  if (wasReached) return { kind: 'drop', reason: REACHED };
  switch (verdict.kind) {
    case 'allowed':
      return { kind: 'send' };
    case 'later':
      return { kind: 'wait', at: verdict.next };
    case 'blocked':
      return { kind: 'drop', reason: english(verdict.reason) };
    default:
      return verdict satisfies never;
  }
}
