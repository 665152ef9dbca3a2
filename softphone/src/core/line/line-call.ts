import type { PhoneEffect } from '../effects.ts';
import type { PhoneEvent } from '../events.ts';
import { type Signal, type Step, step } from '../signals.ts';
import { withError } from './error-log.ts';
import type { DeviceCall, LineState, LineStatus } from './line-state.ts';

export function lineCall(state: LineState, event: PhoneEvent | Signal): Step<LineState> {
  switch (event.type) {
    case 'ringStarted':
      return step({ ...state, call: newCall(event.callKey, event.callUserId, 'INCOMING') });
    case 'ringRejected':
      return step({ ...state, declined: [...state.declined, event.callKey] }, [
        { type: 'lookUpCall', callKey: event.callKey, callUserId: event.callUserId },
      ]);
    case 'ringLookUpFailed':
      return decline(state, event.callKey, []);
    case 'callUserLoaded':
      return rejectDeclined(state, event.callKey, [{ type: 'rejectCall', callId: event.callUser.call.id }]);
    case 'callUserFailed':
      return rejectDeclined(state, event.callKey, []);
    case 'acceptRequested': {
      const call = pendingCall(state, event.callKey);
      if (!call) return step(state);
      return step(
        { ...state, call: { ...call, accepted: true } },
        [{ type: 'acceptLine', callKey: call.callKey }],
        [{ type: 'acceptSent', callKey: call.callKey }],
      );
    }
    case 'declineRequested':
      return decline(state, event.callKey, [{ type: 'rejectCall', callId: event.callId }]);
    case 'dialRequested':
      return step({ ...state, call: newCall(event.callKey, event.callUserId, 'OUTGOING') }, [
        {
          type: 'connectLine',
          callKey: event.callKey,
          callUserId: event.callUserId,
          callerId: event.callerId,
          to: event.to,
        },
      ]);
    case 'hangUpRequested':
      return hangUp(state, event.callKey);
    case 'callReleased':
      if (state.call?.callKey !== event.callKey) return step(state);
      return step({ ...state, call: null }, [releaseCall(state.call)]);
    case 'muteClicked': {
      const { call } = state;
      if (!call || !isAcceptedOrPlaced(call)) return step(state);
      const muted = !call.muted;
      return step({ ...state, call: { ...call, muted } }, [
        { type: 'muteLine', callKey: call.callKey, muted },
      ]);
    }
    case 'digitsPressed':
      return sendDigits(state, event.digits);
    case 'digitsSent':
      return recordDigits(state, event.callKey, event.digits);
    case 'lineStatusChanged':
      return withStatus(state, event.callKey, event.status);
    case 'lineAccepted':
      return withStatus(state, event.callKey, 'open');
    case 'lineCancelled':
    case 'lineDisconnected':
      return end(state, event.callKey);
    case 'lineFailed':
      return end(withError(state, event), event.callKey);
    default:
      return step(state);
  }
}

function newCall(callKey: string, callUserId: number, direction: DeviceCall['direction']): DeviceCall {
  const status = direction === 'INCOMING' ? 'pending' : 'connecting';
  return { callKey, callUserId, direction, status, accepted: false, muted: false, digits: '' };
}

function isAcceptedOrPlaced(call: DeviceCall): boolean {
  return call.accepted || call.direction === 'OUTGOING';
}

function pendingCall(state: LineState, callKey: string): DeviceCall | null {
  const { call } = state;
  return call?.callKey === callKey && call.status === 'pending' && !call.accepted ? call : null;
}

/** Reports to the server first, because the device's reject looks like any other end of a leg. */
function decline(state: LineState, callKey: string, requests: readonly PhoneEffect[]): Step<LineState> {
  if (!pendingCall(state, callKey)) return step(state);
  return step(
    { ...state, call: null },
    [...requests, { type: 'rejectLine', callKey }],
    [{ type: 'lineDeclined', callKey }],
  );
}

function rejectDeclined(
  state: LineState,
  callKey: string,
  requests: readonly PhoneEffect[],
): Step<LineState> {
  if (!state.declined.includes(callKey)) return step(state);
  return step(withoutDeclined(state, callKey), [...requests, { type: 'rejectLine', callKey }]);
}

function withoutDeclined(state: LineState, callKey: string): LineState {
  if (!state.declined.includes(callKey)) return state;
  return { ...state, declined: state.declined.filter((key) => key !== callKey) };
}

/** An open call ends with its disconnect event; others are dropped immediately, and late events are ignored. */
function hangUp(state: LineState, callKey: string): Step<LineState> {
  if (state.call?.callKey !== callKey) return step(state, [], [{ type: 'lineDropped', callKey }]);
  const effects: PhoneEffect[] = [{ type: 'disconnectLine', callKey }];
  if (state.call.status === 'open') return step(state, effects);
  return step({ ...state, call: null }, effects, [{ type: 'lineDropped', callKey }]);
}

function sendDigits(state: LineState, digits: string): Step<LineState> {
  const { call } = state;
  if (!call || (call.status !== 'open' && call.status !== 'reconnecting')) return step(state);
  return step(state, [{ type: 'sendDigits', callKey: call.callKey, digits }]);
}

function recordDigits(state: LineState, callKey: string, digits: string): Step<LineState> {
  const { call } = state;
  if (call?.callKey !== callKey) return step(state);
  return step({ ...state, call: { ...call, digits: call.digits + digits } });
}

function withStatus(state: LineState, callKey: string, status: LineStatus): Step<LineState> {
  const next = status === 'pending' ? state : withoutDeclined(state, callKey);
  return next.call?.callKey === callKey ? step({ ...next, call: { ...next.call, status } }) : step(next);
}

function end(state: LineState, callKey: string): Step<LineState> {
  const next = withoutDeclined(state, callKey);
  if (next.call?.callKey !== callKey) return step(next);
  return step(
    { ...next, call: null, resetAfterCall: false },
    [],
    next.resetAfterCall ? [{ type: 'deviceLost' }] : [],
  );
}

/** A call that only rang is ended silently. */
export function releaseCall(call: DeviceCall): PhoneEffect {
  return { type: isAcceptedOrPlaced(call) ? 'disconnectLine' : 'ignoreLine', callKey: call.callKey };
}
