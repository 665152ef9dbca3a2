import type { PhoneEffect, PresenceReport } from '../effects.ts';
import type { PhoneEvent } from '../events.ts';
import type { PhoneState } from '../phone-state.ts';
import { canBePhone } from './session.ts';

export function presenceEffect(before: PhoneState, after: PhoneState, event: PhoneEvent): PhoneEffect | null {
  const report = presenceReport(after);
  if (!report) return null;
  if (event.type === 'pageLeft') return { type: 'leavePresence', report };
  const requested = event.type === 'useItHereClicked' || event.type === 'pageLockGained';
  const takeOver = requested && after.session.name === 'agent' && after.session.takingOver;
  const immediate = event.type === 'tryNowClicked' || event.type === 'networkReturned';
  const due =
    takeOver || immediate || event.type === 'presenceTicked' || !isSame(report, presenceReport(before));
  if (!due) return null;
  return { type: 'reportPresence', report, takeOver, ...(immediate ? { immediate } : {}) };
}

/** Null while signed out, while another tab is the phone, or if the server doesn't support reports. */
function presenceReport({ session, line, screen: { view }, audio }: PhoneState): PresenceReport | null {
  if (!canBePhone(session) || !session.sendsReports) return null;
  return {
    state: view.name,
    device: line.device === 'registered' ? 'registered' : 'unregistered',
    audio: audio.lock === 'locked' ? 'locked' : 'ready',
    callUserId:
      'conversation' in view ? view.conversation.callUserId : (view.pendingRing?.callUserId ?? null),
  };
}

function isSame(a: PresenceReport, b: PresenceReport | null): boolean {
  return (
    b !== null &&
    a.state === b.state &&
    a.device === b.device &&
    a.audio === b.audio &&
    a.callUserId === b.callUserId
  );
}
