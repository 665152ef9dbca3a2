/** The lead hears music until a colleague picks up. The server then ends this agent's part of the call. */
import { handOverNote } from '../../forms/drafts.ts';
import type { OnCall } from '../screen-state.ts';
import type { ScreenEvent, ViewContext, ViewStep } from '../view-step.ts';

/** Null: the event isn't about parking. */
export function parkingStep(view: OnCall, event: ScreenEvent, { drafts }: ViewContext): ViewStep | null {
  const callId = view.conversation.call.id;
  switch (event.type) {
    case 'parkClicked':
      if (view.parking || !mayPark(view)) return { view };
      return {
        view: { ...view, parking: true, panel: null },
        effects: [{ type: 'parkCall', callId, ...handOverNote(drafts, view.conversation) }],
      };
    case 'parkFailed':
      return { view: event.callId === callId ? { ...view, parking: false, notice: event.error } : view };
    default:
      return null;
  }
}

/** Also while the lead's phone rings, so that no button moves when the lead answers. Not every server offers it. */
export function offersPark({ conversation, consultation }: OnCall): boolean {
  const { call, type } = conversation;
  return call.parks === true && isHandled(type) && consultation === null;
}

function mayPark(view: OnCall): boolean {
  return offersPark(view) && view.farEnd?.name !== 'ringing';
}

/** Supervisors and invited colleagues of a conference would take the lead from the agent. */
function isHandled(type: OnCall['conversation']['type']): boolean {
  return type !== 'listen' && type !== 'whisper' && type !== 'barge' && type !== 'conference';
}
