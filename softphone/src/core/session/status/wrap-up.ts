import type { PhoneState } from '../../phone-state.ts';
import type { WrapUpState } from './wrap-up-state.ts';

/** In the waiting view, or after this call. */
export function shownWrapUp({ session, screen: { view } }: PhoneState): WrapUpState | null {
  const wrapUp = session.name === 'agent' ? session.wrapUp : null;
  if (wrapUp === null) return null;
  const callId = 'conversation' in view ? view.conversation.call.id : null;
  return callId === null || callId === wrapUp.callId ? wrapUp : null;
}
