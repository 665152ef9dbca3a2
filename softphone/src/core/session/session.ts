import type { User } from '@offhook/contract/accounts/user';
import { LOGIN_ERRORS } from '@offhook/contract/errors';
import { t } from '@offhook/i18n/login';
import { t as loginError } from '@offhook/i18n/login-errors';
import type { PhoneEffect } from '../effects.ts';
import type { PhoneEvent } from '../events.ts';
import { type Signal, type Step, step } from '../signals.ts';
import { type StatusState, statusLoaded } from './status/status-state.ts';
import { type WrapUpState, wrapUpResponded } from './status/wrap-up-state.ts';

/**
 *   starting ──no session──► visitor ──login succeeded──► starting (the page reloads)
 *      └──────session──────► agent ──Log out──► visitor
 *                              └──401──► starting (the page reloads)
 *
 *   place:  pending ──lock──► unknown ──answer──► here ◄──► elsewhere
 *             └──no lock──► otherPage ──lock──► unknown       all ──lock lost──► otherPage
 */
export type SessionState =
  /** `reloading`: late events are ignored. */
  | { readonly name: 'starting'; readonly reloading: boolean; readonly banner: string | null }
  | {
      readonly name: 'visitor';
      readonly submitting: boolean;
      readonly invalidFields: { readonly email: boolean; readonly password: boolean };
      readonly banner: string | null;
    }
  | {
      readonly name: 'agent';
      readonly user: User;
      readonly realtime: boolean;
      /**
       * pending: not known yet. otherPage: another tab is the phone. unknown: this one is, but the server hasn't
       * responded. here, elsewhere: according to the server.
       */
      readonly place: 'pending' | 'otherPage' | 'unknown' | 'here' | 'elsewhere';
      readonly takingOver: boolean;
      /** The server knows that this page is the phone and registered. */
      readonly reachable: boolean;
      /** False if the server doesn't support presence reports and rings any registered device. */
      readonly sendsReports: boolean;
      readonly status: StatusState | null;
      /** The revision that is being loaded. */
      readonly loadingStatus: string | null;
      readonly wrapUp: WrapUpState | null;
      /** Of the last wrap-up that this page has ended. */
      readonly endedWrapUpOf: number | null;
      /** The agent is on a call with the external phone, according to the server. */
      readonly onExternalPhone: boolean;
    };

type Agent = Extract<SessionState, { name: 'agent' }>;

export const initialSession: SessionState = { name: 'starting', reloading: false, banner: null };

const reloading: SessionState = { name: 'starting', reloading: true, banner: null };

const visitor: SessionState = {
  name: 'visitor',
  submitting: false,
  invalidFields: { email: false, password: false },
  banner: null,
};

export function session(state: SessionState, event: PhoneEvent | Signal): Step<SessionState> {
  switch (event.type) {
    case 'pageLoaded':
      return step(
        isStarting(state) ? { ...state, banner: loginErrorText(event.loginError ?? null) } : state,
        [{ type: 'loadUser' }],
      );
    case 'userLoaded':
      return signIn(state, event.user);
    case 'userNotSignedIn':
      return isStarting(state) ? step({ ...visitor, banner: state.banner }) : step(state);
    case 'userFailed':
      return isStarting(state) ? step({ ...visitor, banner: event.error }) : step(state);
    case 'loginSubmitted':
      return submitLogin(state, event.email, event.password);
    case 'loginSucceeded':
      return state.name === 'visitor' ? step(reloading, [{ type: 'reloadPage' }]) : step(state);
    case 'loginFailed':
      return state.name === 'visitor' ? step({ ...visitor, banner: event.error }) : step(state);
    case 'localeSaved':
      return state.name === 'agent'
        ? step({ ...state, user: { ...state.user, ...event.locale } })
        : step(state);
    case 'logoutClicked':
      if (state.name !== 'agent') return step(state);
      return step(
        visitor,
        [
          { type: 'logOut' },
          { type: 'stopPresence' },
          { type: 'releasePageLock' },
          { type: 'unsubscribeRealtime' },
        ],
        [{ type: 'signedOut' }],
      );
    case 'sessionExpired':
      if (state.name !== 'agent') return step(state);
      return step(reloading, [{ type: 'stopPresence' }, { type: 'reloadPage' }]);
    case 'phoneNotLoaded':
      if (state.name !== 'agent') return step(state);
      return step({ ...visitor, banner: t('error.unknown') }, [], [{ type: 'signedOut' }]);
    case 'pageResumed':
      if (state.name !== 'agent') return step(state);
      return step({ ...state, realtime: false }, [{ type: 'reconnectRealtime' }]);
    case 'tryNowClicked':
    case 'networkReturned':
      if (!canBePhone(state) || isAway(state)) return step(state);
      return step({ ...state, realtime: false }, [{ type: 'reconnectRealtime' }]);
    case 'realtimeConnected':
      return state.name === 'agent' ? step({ ...state, realtime: true }) : step(state);
    case 'realtimeLost':
      return state.name === 'agent' ? step({ ...state, realtime: false }) : step(state);
    case 'presenceResponded':
      return loadChangedStatus(
        movePhone(withExternalPhone(withWrapUp(state, event), event), event.phone, event.registered),
        event.status,
      );
    case 'statusUpdated':
      return loadChangedStatus(step(state), event.revision);
    case 'statusMenuOpened':
      return step(state, hasStatus(state) ? [{ type: 'loadStatus' }] : []);
    case 'statusChosen':
      return step(state, hasStatus(state) ? [{ type: 'chooseStatus', key: event.key }] : []);
    case 'statusLoaded':
      if (state.name !== 'agent') return step(state);
      return step({
        ...state,
        status: statusLoaded(state.status, event.status, event),
        loadingStatus: null,
      });
    case 'statusNotLoaded':
      return state.name === 'agent' ? step({ ...state, loadingStatus: null }) : step(state);
    case 'statusNotChosen':
      if (state.name !== 'agent') return step(state);
      return step(state, [], [{ type: 'alertRaised', text: event.error }]);
    case 'clockTicked':
      return timeWrapUp(state, event.at);
    case 'wrapUpEndClicked':
      if (state.name !== 'agent' || state.wrapUp === null) return step(state);
      return step(withoutWrapUp(state, state.wrapUp.callId), [{ type: 'endWrapUp' }]);
    case 'wrapUpLeft':
      return state.name === 'agent' ? step(withoutWrapUp(state, event.callId)) : step(state);
    case 'wrapUpNotEnded':
      return state.name === 'agent' ? step({ ...state, endedWrapUpOf: null }) : step(state);
    case 'presenceNotOffered':
      return state.name === 'agent' ? step(withoutReports(state)) : step(state);
    case 'presenceTicked':
      // The response was lost, so the button is shown again.
      if (state.name !== 'agent' || !state.takingOver || !canBePhone(state)) return step(state);
      return step({ ...state, takingOver: false });
    case 'useItHereClicked':
      return takeOver(state);
    case 'pageLockGained':
      if (state.name !== 'agent') return step(state);
      return step(
        state.sendsReports
          ? { ...state, place: 'unknown', reachable: false }
          : withoutReports({ ...state, place: 'unknown' }),
        [],
        state.place === 'otherPage' ? [{ type: 'phoneMoved', here: true }] : [],
      );
    case 'pageLockLost':
      if (state.name !== 'agent') return step(state);
      return step(
        { ...state, place: 'otherPage', takingOver: false, reachable: false },
        state.place === 'elsewhere' ? [subscription(state)] : [],
        isAway(state) ? [] : [{ type: 'phoneMoved', here: false }],
      );
    case 'lineDisconnected':
      // Also applies to a call that the screen has left: the server logs every abnormal end.
      if (state.name !== 'agent' || event.status === 'closed') return step(state);
      return step(state, [{ type: 'reportDisconnect', userId: state.user.id, status: event.status }]);
    case 'callMeasured':
      if (state.name !== 'agent') return step(state);
      return step(state, [{ type: 'reportQuality', sid: event.sid, quality: event.quality }]);
    default:
      return step(state);
  }
}

function hasStatus(state: SessionState): boolean {
  return state.name === 'agent' && state.status !== null;
}

function withWrapUp(
  state: SessionState,
  { wrapUp, at }: Extract<PhoneEvent, { type: 'presenceResponded' }>,
): SessionState {
  if (state.name !== 'agent') return state;
  const next = wrapUpResponded(state.wrapUp, wrapUp, at, state.endedWrapUpOf);
  // Once the server knows of the end, the same call may start another, such as one that was parked.
  const endedWrapUpOf = wrapUp === null ? null : state.endedWrapUpOf;
  if (next === state.wrapUp && endedWrapUpOf === state.endedWrapUpOf) return state;
  return { ...state, wrapUp: next, endedWrapUpOf };
}

function withExternalPhone(
  state: SessionState,
  { onExternalPhone }: Extract<PhoneEvent, { type: 'presenceResponded' }>,
): SessionState {
  if (state.name !== 'agent' || state.onExternalPhone === onExternalPhone) return state;
  return { ...state, onExternalPhone };
}

function withoutWrapUp(state: Agent, callId: number): Agent {
  return { ...state, wrapUp: null, endedWrapUpOf: callId };
}

function timeWrapUp(state: SessionState, at: number): Step<SessionState> {
  const wrapUp = state.name === 'agent' ? state.wrapUp : null;
  if (state.name !== 'agent' || wrapUp === null || wrapUp.endsAt === null || at < wrapUp.endsAt)
    return step(state);
  const { callId } = wrapUp;
  return step(withoutWrapUp(state, callId), [], [{ type: 'wrapUpTimedOut', callId }]);
}

function loadChangedStatus(
  { state, effects, signals }: Step<SessionState>,
  revision: string | null,
): Step<SessionState> {
  const isKnown =
    state.name !== 'agent' || revision === state.status?.revision || revision === state.loadingStatus;
  if (isKnown || !revision) return step(state, effects, signals);
  return step({ ...state, loadingStatus: revision }, [...effects, { type: 'loadStatus' }], signals);
}

/** Without reports, the tab with the lock is the phone. */
function withoutReports(state: Agent): Agent {
  const quiet: Agent = { ...state, sendsReports: false };
  return canBePhone(quiet) ? { ...quiet, place: 'here', takingOver: false, reachable: true } : quiet;
}

/** The URL may contain any code. */
function loginErrorText(code: string | null): string | null {
  if (code === null) return null;
  const known = LOGIN_ERRORS.find((one) => one === code);
  return known ? loginError(`error.${known}`) : t('error.unknown');
}

function isStarting(state: SessionState): state is Extract<SessionState, { name: 'starting' }> {
  return state.name === 'starting' && !state.reloading;
}

function subscription({ user }: Pick<Agent, 'user'>): PhoneEffect {
  return { type: 'subscribeRealtime', userId: user.id, accountId: user.account_id };
}

/** A refetched user only updates the data; it must not end a call. */
function signIn(state: SessionState, user: User): Step<SessionState> {
  if (state.name === 'agent') return step({ ...state, user }, [], [{ type: 'signedIn', user }]);
  if (!isStarting(state)) return step(state);
  return step(
    {
      name: 'agent',
      user,
      realtime: false,
      place: 'pending',
      takingOver: false,
      reachable: false,
      sendsReports: true,
      status: null,
      loadingStatus: null,
      wrapUp: null,
      endedWrapUpOf: null,
      onExternalPhone: false,
    },
    [subscription({ user }), { type: 'takePageLock', userId: user.id }, { type: 'startPresence' }],
    [{ type: 'signedIn', user }],
  );
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

function submitLogin(state: SessionState, email: string, password: string): Step<SessionState> {
  if (state.name !== 'visitor' || state.submitting) return step(state);
  const invalidFields = { email: !EMAIL.test(email.trim()), password: password === '' };
  if (invalidFields.email || invalidFields.password) return step({ ...state, invalidFields });
  return step({ ...visitor, submitting: true }, [{ type: 'logIn', email: email.trim(), password }]);
}

export function canBePhone(state: SessionState): state is Agent {
  return state.name === 'agent' && state.place !== 'pending' && state.place !== 'otherPage';
}

export function isAway(state: SessionState): boolean {
  return state.name === 'agent' && (state.place === 'otherPage' || state.place === 'elsewhere');
}

function takeOver(state: SessionState): Step<SessionState> {
  if (state.name !== 'agent' || !isAway(state)) return step(state);
  const next: Agent = { ...state, takingOver: true };
  return step(next, state.place === 'otherPage' ? [{ type: 'stealPageLock', userId: state.user.id }] : []);
}

function movePhone(state: SessionState, here: boolean, registered: boolean): Step<SessionState> {
  if (!canBePhone(state)) return step(state);
  const moved = here ? state.place === 'elsewhere' : state.place !== 'elsewhere';
  const next: SessionState = {
    ...state,
    place: here ? 'here' : 'elsewhere',
    takingOver: false,
    reachable: here && registered,
  };
  if (!moved) return step(next);
  // Only the phone subscribes.
  return step(
    here ? next : { ...next, realtime: false },
    [here ? subscription(state) : { type: 'unsubscribeRealtime' }],
    [{ type: 'phoneMoved', here }],
  );
}
