import { TOKEN_TTL_S } from '@offhook/contract/limits';
import { accountRules } from '../account-rules.ts';
import type { PhoneEffect } from '../effects.ts';
import type { PhoneEvent } from '../events.ts';
import { type Signal, type Step, step } from '../signals.ts';
import { deviceError } from './device-errors.ts';
import { withError } from './error-log.ts';
import { lineCall, releaseCall } from './line-call.ts';
import { type ErrorEntry, initialLine, type LineState } from './line-state.ts';

/** The voice token is renewed at half this age. */
const TOKEN_LIFE_MS = TOKEN_TTL_S * 1_000;
/** During a call it's renewed when less than this is left. */
const TOKEN_MARGIN_IN_CALL_MS = 60_000;

const fetchToken: PhoneEffect = { type: 'fetchToken', purpose: 'register' };

export function line(state: LineState, event: PhoneEvent | Signal): Step<LineState> {
  switch (event.type) {
    case 'signedIn': {
      const refetchesTokenOnError = !accountRules(event.user.account_id).keepsTokenOnDeviceError;
      if (state.device !== 'off') return step({ ...state, refetchesTokenOnError });
      return step({ ...state, device: 'unregistered', refetchesTokenOnError }, [fetchToken]);
    }
    case 'signedOut': {
      const release: PhoneEffect[] = state.call ? [releaseCall(state.call)] : [];
      return step({ ...initialLine, errors: state.errors }, [...release, { type: 'destroyDevice' }]);
    }
    case 'phoneMoved':
      if (state.device === 'off') return step(state);
      return event.here
        ? step({ ...state, device: 'unregistered' }, [fetchToken])
        : step({ ...state, device: 'parked' }, [{ type: 'unregisterDevice' }]);
    case 'tokenLoaded':
      return applyToken(state, event);
    case 'tokenFailed':
      return tokenFailed(state, event);
    case 'presenceTicked':
      if (!state.tokenMissing) return renewToken(state, event.at);
      return step({ ...state, tokenMissing: false }, state.device === 'unregistered' ? [fetchToken] : []);
    case 'tokenExpiring':
      return step(state, state.device === 'off' ? [] : [{ type: 'fetchToken', purpose: 'update' }]);
    case 'pageResumed':
      // During a call, the call itself shows whether the connection works.
      if (state.device !== 'registered' || state.call) return step(state);
      return step({ ...state, device: 'checking' }, [{ type: 'unregisterDevice' }]);
    case 'tryNowClicked':
    case 'networkReturned':
      return tryNow(state);
    case 'deviceRegistered':
      return onRegistered(state);
    case 'deviceUnregistered':
      return onUnregistered(state);
    case 'deviceErrored':
      return listError(state, event);
    case 'countryLookupFailed':
      return step(withError(state, { at: event.at, code: 0, message: event.message }));
    case 'callMeasured':
      return step({ ...state, quality: event.quality });
    case 'copyErrorLogsClicked':
      return step(state, [{ type: 'copyErrorLogs', errors: state.errors, quality: state.quality }]);
    default:
      return lineCall(state, event);
  }
}

function tryNow(state: LineState): Step<LineState> {
  if (state.device !== 'unregistered' || state.call) return step(state);
  // The previous token may still be valid even if fetching a new one failed.
  return step({ ...state, tokenMissing: false }, [
    ...(state.tokenMissing ? [fetchToken] : []),
    { type: 'recreateDevice' },
  ]);
}

function tokenFailed(
  state: LineState,
  { purpose, at }: Extract<PhoneEvent, { type: 'tokenFailed' }>,
): Step<LineState> {
  const tokenMissing = state.device === 'unregistered';
  return step({ ...state, tokenMissing, ...(purpose === 'update' ? { tokenAt: at - TOKEN_LIFE_MS } : {}) });
}

/** Ignored after sign-out, or while another device is the phone. */
function applyToken(
  state: LineState,
  { token, purpose, at }: Extract<PhoneEvent, { type: 'tokenLoaded' }>,
): Step<LineState> {
  if (state.device === 'off' || state.device === 'parked') return step(state);
  return step({ ...state, tokenMissing: false, tokenAt: at }, [
    purpose === 'register' ? { type: 'registerDevice', token } : { type: 'updateToken', token },
  ]);
}

/** Checked at each tick against the wall clock, because the library's timer stops while a machine sleeps. */
function renewToken(state: LineState, now: number): Step<LineState> {
  if (state.device === 'off' || state.device === 'parked' || state.tokenAt === null) return step(state);
  const age = now - state.tokenAt;
  const isDue = age >= (state.call ? TOKEN_LIFE_MS - TOKEN_MARGIN_IN_CALL_MS : TOKEN_LIFE_MS / 2);
  if (!isDue) return step(state);
  return step({ ...state, tokenAt: null }, [{ type: 'fetchToken', purpose: 'update' }]);
}

function onRegistered(state: LineState): Step<LineState> {
  if (state.device === 'off') return step(state);
  // A registration that was pending when the phone moved.
  if (state.device === 'parked') return step(state, [{ type: 'unregisterDevice' }]);
  return step({ ...state, device: 'registered', resetAfterCall: false });
}

/** During a call the reset waits, so that Hang Up stays available. */
function onUnregistered(state: LineState): Step<LineState> {
  if (state.device === 'off' || state.device === 'parked') return step(state);
  const next: LineState = { ...state, device: 'unregistered' };
  // Requested by us, so nothing was lost.
  if (state.device === 'checking') return step(next, [fetchToken]);
  const isLive = state.call?.status === 'open' || state.call?.status === 'reconnecting';
  if (isLive) return step({ ...next, resetAfterCall: true }, [fetchToken]);
  return step(next, [fetchToken], [{ type: 'deviceLost' }]);
}

function listError(state: LineState, error: ErrorEntry): Step<LineState> {
  const next = withError(state, error);
  if (state.device === 'off') return step(next);
  const { reaction } = deviceError(error.code);
  switch (reaction) {
    case 'onlyListed':
      return step(next);
    case 'microphoneAlert':
      return step(next, [], [{ type: 'microphoneUnavailable' }]);
    case 'tokenAgain':
      return step(next, state.refetchesTokenOnError && state.device !== 'parked' ? [fetchToken] : []);
    default:
      return reaction satisfies never;
  }
}
