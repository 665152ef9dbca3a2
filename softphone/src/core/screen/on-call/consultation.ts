/** The agent talks to a colleague while the lead hears music. The server decides; the phone shows and asks. */
import type { Call } from '@offhook/contract/calls/call';
import type { ConsultEnd } from '@offhook/contract/calls/hand-over';
import { handOverNote } from '../../forms/drafts.ts';
import type { LiveConsultation, OnCall, View } from '../screen-state.ts';
import type { ScreenEvent, ViewContext, ViewStep } from '../view-step.ts';
import { refresh } from './invitation.ts';

/** Null: the event isn't about consultations. */
export function consultationStep(view: OnCall, event: ScreenEvent, { drafts }: ViewContext): ViewStep | null {
  const { consultation, conversation } = view;
  const callId = conversation.call.id;
  switch (event.type) {
    case 'consultFirstChosen':
      return { view: { ...view, consultsFirst: event.consultsFirst } };
    case 'consultEndClicked': {
      const { how } = event;
      if (consultation === null || !consultEnds(consultation).includes(how)) return { view };
      return {
        view: { ...view, consultation: { ...consultation, ending: how } },
        effects: [
          { type: 'endConsultation', callId, how, ...(how !== 'back' && handOverNote(drafts, conversation)) },
        ],
      };
    }
    case 'consultationEnded':
      return event.callId === callId ? { view, effects: [refresh(conversation)] } : { view };
    case 'consultEndFailed':
      if (event.callId !== callId || consultation === null) return { view };
      return {
        view: { ...view, consultation: { ...consultation, ending: null }, notice: event.error },
        effects: [refresh(conversation)],
      };
    case 'holdClicked':
    case 'onCallPanelClicked':
      return consultation === null ? null : { view };
    default:
      return null;
  }
}

/** How the agent may end it now. */
export function consultEnds({
  role,
  ending,
  leadLeft,
  isConnected,
}: LiveConsultation): readonly ConsultEnd[] {
  if (role !== 'agent' || ending !== null) return [];
  if (leadLeft) return ['back'];
  return isConnected ? ['complete', 'conference', 'back'] : ['conference', 'back'];
}

/** @param at when the server reported it */
export function liveConsultation(
  { consultation }: Call,
  at: number,
  before: LiveConsultation | null,
): LiveConsultation | null {
  if (!consultation) return null;
  const { role, name, seconds } = consultation;
  const since = at - seconds * 1_000;
  return {
    role,
    name,
    picture: consultation.profile_picture,
    // The server rounds to seconds, so each answer would move the start.
    since: before !== null && Math.abs(before.since - since) <= 2_000 ? before.since : since,
    isConnected: consultation.is_connected,
    leadLeft: consultation.lead_left,
    ending: before?.ending ?? null,
  };
}

/** A view with other tiles has another name. */
export function tilesOf(view: View): string {
  if (view.name !== 'oncall' || view.consultation === null) return view.name;
  return view.consultation.leadLeft ? 'colleague' : 'consultation';
}

/** Hanging up then leaves the lead alone with the music. */
export function wouldLeaveLeadAlone({ consultation }: OnCall): boolean {
  return consultation?.role === 'agent' && !consultation.isConnected && !consultation.leadLeft;
}
