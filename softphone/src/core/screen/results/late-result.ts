import type { CallUser } from '@offhook/contract/calls/call-user';
import type { Note, Waiting, WaitingPanel } from '../screen-state.ts';
import type { ScreenEvent, ViewStep } from '../view-step.ts';
import { noteView } from './views.ts';

type ResultPanel = Extract<WaitingPanel, { name: 'result' }>;

export function lateResult(
  view: Waiting,
  event: Extract<ScreenEvent, { type: 'resultChosen' | 'resultSaved' | 'requestUnsent' | 'resultFailed' }>,
): ViewStep {
  const { panel } = view;
  if (panel?.name !== 'result') return { view };
  const { callId, about, sending } = panel;
  const showing = (next: ResultPanel | null, banner: string | null = null): Waiting => ({
    ...view,
    panel: next,
    banner,
  });
  switch (event.type) {
    case 'resultChosen': {
      if (sending) return { view };
      const { result } = event;
      return {
        view: showing({ ...panel, sending: result }),
        effects: [{ type: 'saveResult', callId, about, result }],
      };
    }
    case 'resultSaved':
      return { view: sending && event.callId === callId ? showing(null) : view };
    case 'requestUnsent': {
      const { order } = event;
      const isThisCall = order.type === 'saveResult' && order.callId === callId;
      return { view: sending && isThisCall ? showing(null) : view };
    }
    case 'resultFailed':
      return { view: event.callId === callId ? showing({ ...panel, sending: null }, event.error) : view };
    default:
      return event satisfies never;
  }
}

export function lateNote(past: { readonly callUserId: number; readonly callUser: CallUser }): Note {
  const { call, type } = past.callUser;
  const conversation = {
    callKey: `past-${past.callUserId}`,
    callUserId: past.callUserId,
    type: type || call.type,
    autoaccept: false,
    call,
    lead: call.lead,
    isConference: false,
  };
  return noteView(conversation);
}
