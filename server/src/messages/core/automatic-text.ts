/**
 * Texts that no agent sends: which lead gets the one text that nobody could call, and whether it goes out when its
 * moment has come, because much may have happened while it waited.
 */
import type { CallStatus, CallType } from '@offhook/contract/entities';
import type { Verdict } from '../../leads/core/callable.ts';

/** A call that has just ended, and its lead. */
export interface EndedTry {
  readonly type: CallType;
  readonly status: CallStatus;
  /** An agent had it. */
  readonly wasTaken: boolean;
  /** An agent asked for it, and knows what came of it. */
  readonly wasAsked: boolean;
  /** A call of theirs made the lead. */
  readonly leadCalledFirst: boolean;
  /** Once per lead, ever. */
  readonly hadText: boolean;
}

const UNTAKEN: ReadonlySet<CallStatus> = new Set(['missed', 'busy', 'offline']);

/** Whether a lead is told by a text that nobody could call them. At which hour, and whether at all, the rules say. */
export function getsMissedText(call: EndedTry): boolean {
  if (call.type !== 'lead' || call.wasTaken || call.wasAsked) return false;
  return UNTAKEN.has(call.status) && !call.leadCalledFirst && !call.hadText;
}

export type AutomaticText =
  | { readonly kind: 'send' }
  /** At `at`, ms since 1970, it is asked again. */
  | { readonly kind: 'wait'; readonly at: number }
  | { readonly kind: 'drop'; readonly reason: string };

export const REACHED = 'The lead was reached before the text was due.';

/** @param wasReached an agent and the lead have talked since the text was ordered */
export function automaticText(verdict: Verdict, wasReached: boolean): AutomaticText {
  if (wasReached) return { kind: 'drop', reason: REACHED };
  switch (verdict.kind) {
    case 'allowed':
      return { kind: 'send' };
    case 'later':
      return { kind: 'wait', at: verdict.next };
    case 'blocked':
      return { kind: 'drop', reason: verdict.reason };
    default:
      return verdict satisfies never;
  }
}
