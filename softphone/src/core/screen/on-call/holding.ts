/** The server says who has put the call on hold; a server without `hold`, only whether this agent has. */

import { isParty } from '@offhook/contract/accounts/permissions';
import type { Call } from '@offhook/contract/calls/call';
import { t } from '@offhook/i18n/phone';
import type { LiveHold, OnCall } from '../screen-state.ts';
import type { ScreenEvent, ViewStep } from '../view-step.ts';
import { refresh } from './invitation.ts';

export const OWN_HOLD: LiveHold = { by: null, isHeard: false, canResume: true };

/** Null: the event isn't about holding. */
export function holdStep(view: OnCall, event: ScreenEvent): ViewStep | null {
  const { call, type } = view.conversation;
  switch (event.type) {
    case 'holdClicked':
      if (view.holding || !isParty(type) || !mayChangeHold(view)) return { view };
      return {
        view: { ...view, holding: true },
        effects: [{ type: showsResume(view) ? 'unholdCall' : 'holdCall', callId: call.id }],
      };
    case 'holdSucceeded':
      if (event.callId !== call.id) return { view };
      return answered(
        { ...view, holdFailed: false, hold: event.held ? (view.hold ?? OWN_HOLD) : null },
        event.at,
      );
    case 'holdFailed':
      if (event.callId !== call.id) return { view };
      // The lead may hear the agent, so the call doesn't show as on hold until the server says so.
      return answered({ ...view, holdFailed: true, hold: null }, event.at);
    default:
      return null;
  }
}

/** Not while the lead's phone rings, nor during a colleague's consultation. */
export function mayChangeHold({ hold, farEnd }: OnCall): boolean {
  return farEnd?.name !== 'ringing' && hold?.canResume !== false;
}

/** Another agent may have changed the hold too. */
function answered(view: OnCall, at: number): ViewStep {
  const answeredView = { ...view, holding: false };
  if (view.conversation.call.hold === undefined) return { view: answeredView };
  return { view: { ...answeredView, knownFrom: at }, effects: [refresh(view.conversation)] };
}

/** Also after any failure: clicking it sends unhold, which repairs the state. */
export function showsResume({ hold, holdFailed }: OnCall): boolean {
  return hold !== null || holdFailed;
}

export function liveHold({ hold, consultation }: Call, before: LiveHold | null): LiveHold | null {
  // A consultation replaces the agent's own hold.
  if (hold === undefined) return consultation ? null : before;
  return hold && { by: hold.by, isHeard: hold.is_heard, canResume: hold.can_resume };
}

/** Null: not on hold, or by this agent. */
export function holdText({ hold }: OnCall): string | null {
  return hold !== null && hold.by !== null ? t('call.heldBy', { name: hold.by }) : null;
}

/** Who hears a supervisor. */
export function audienceText(type: 'listen' | 'whisper' | 'barge', hold: LiveHold | null): string {
  if (hold === null) return t(`joined.${type}`);
  if (!hold.isHeard || hold.by === null) return t('joined.listen');
  return t('joined.heardBy', { name: hold.by });
}
