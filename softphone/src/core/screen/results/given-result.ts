import { undoMs } from '@offhook/contract/limits';
import type { PhoneEffect } from '../../effects.ts';
import { contactName } from '../../lists/history-rows.ts';
import { type Step, step } from '../../signals.ts';
import type { AgentFacts, GivenResult, ScreenState, View } from '../screen-state.ts';
import type { ScreenEvent } from '../view-step.ts';
import { resultView } from './views.ts';

export function withGivenResult(
  next: Step<ScreenState>,
  view: View,
  event: ScreenEvent,
  agent: AgentFacts,
): Step<ScreenState> {
  const givenResult = givenBy(view, event, agent);
  if (givenResult === null) return next;
  const start: PhoneEffect = {
    type: 'startUndoTimer',
    callId: givenResult.callId,
    ms: undoMs(givenResult.result),
  };
  const resultsChanged = next.state.resultsChanged + 1;
  return step({ ...next.state, givenResult, resultsChanged }, [...next.effects, start], next.signals);
}

function givenBy(view: View, event: ScreenEvent, agent: AgentFacts): GivenResult | null {
  if (event.type === 'requestUnsent') {
    const { order } = event;
    if (order.type !== 'saveResult') return null;
    const { callId, about, result } = order;
    return { callId, about, result, unsent: true, undoing: false };
  }
  const form = event.type === 'resultSaved' ? formOf(view, agent) : null;
  if (form === null || event.type !== 'resultSaved' || form.callId !== event.callId) return null;
  const { callId, about, sending: result } = form;
  return result && { callId, about, result, unsent: false, undoing: false };
}

function formOf(view: View, { accountId }: AgentFacts) {
  if (view.name === 'waiting') return view.panel?.name === 'result' ? view.panel : null;
  if (view.name !== 'disposition') return null;
  const { conversation, sending } = view;
  return { callId: conversation.call.id, about: contactName(conversation, accountId), sending };
}

/** Null: the event isn't about an undo. */
export function undo(state: ScreenState, event: ScreenEvent): Step<ScreenState> | null {
  const { givenResult } = state;
  switch (event.type) {
    case 'undoClicked': {
      const { callId, about } = event;
      if (givenResult?.callId === callId && givenResult.undoing) return step(state);
      const marked = givenResult?.callId === callId ? { ...givenResult, undoing: true } : givenResult;
      return step({ ...state, givenResult: marked }, [{ type: 'undoResult', callId, about }]);
    }
    case 'undoTimedOut':
      return step(givenResult?.callId === event.callId ? { ...state, givenResult: null } : state);
    case 'resultUndone':
      return undone(state, event);
    case 'undoFailed':
      // The result never reached the server, and the outbox has dropped it.
      if (!event.hasResponse && givenResult?.callId === event.callId && givenResult.unsent)
        return undone(state, event);
      return step(
        { ...state, givenResult: givenResult?.callId === event.callId ? null : givenResult },
        [],
        [{ type: 'alertRaised', text: event.error }],
      );
    default:
      return null;
  }
}

/** Shows the choices again, unless another call came: then the waiting view asks for the result. */
function undone(
  state: ScreenState,
  { callId, about }: { readonly callId: number; readonly about: string },
): Step<ScreenState> {
  const givenResult = state.givenResult?.callId === callId ? null : state.givenResult;
  const next = { ...state, givenResult, resultsChanged: state.resultsChanged + 1 };
  const { view } = state;
  switch (view.name) {
    case 'waiting':
      if (view.panel !== null || view.pendingRing || view.placing) return step(next);
      return step({
        ...next,
        view: { ...view, panel: { name: 'result', callId, about, sending: null } },
      });
    case 'disposition2':
    case 'sms':
    case 'thankyou':
    case 'note': {
      const { conversation } = view;
      if (conversation.call.id !== callId || ('pendingRing' in view && view.pendingRing)) return step(next);
      return step({ ...next, view: resultView(conversation) });
    }
    case 'ringing':
    case 'oncall':
    case 'disposition':
      return step(next);
    default:
      return view satisfies never;
  }
}
