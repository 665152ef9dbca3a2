/** Callers: the agents are rung for them once, when they have heard what the team says to whoever calls. */
import type { Draft } from './draft.ts';
import { tellCall } from './whole-call.ts';

/** Asked for again by the provider, it changes nothing: somebody was rung, or nobody could be. */
export function beginToWait(draft: Draft, at: number): void {
  if (draft.call.type === 'inbound' && draft.callUsers.length === 0)
    tellCall(draft, { type: 'ringsOver', at });
}
