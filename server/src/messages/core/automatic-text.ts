/** Whether a text that no agent sends goes out when its moment has come: much may have happened while it waited. */
import type { Verdict } from '../../leads/core/callable.ts';

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
    case 'barred':
      return { kind: 'drop', reason: verdict.reason };
    default:
      return verdict satisfies never;
  }
}
