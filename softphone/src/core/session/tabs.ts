/**
 * All tabs of a browser act as one phone. The tab with the lock is the phone; the others show its state, forward clicks
 * to it, and take over when it closes.
 *
 *   own     this tab's own phone; a follower's device is parked: it never rings and opens no microphone
 *   phone   the last reported state of the phone's tab; null if there is none
 *   ticksSinceReport   ticks since its last report; it reports at every tick
 */
import type { PhoneEffect } from '../effects.ts';
import type { Click, PhoneEvent } from '../events.ts';
import { initialPhone, type PhoneState } from '../phone-state.ts';
import { emptyWaiting, type ScreenState, type View } from '../screen/screen-state.ts';
import { startRingWait } from '../screen/view-step.ts';
import { transition } from '../transition.ts';
import { canBePhone, type SessionState } from './session.ts';

export interface Tabs {
  readonly own: PhoneState;
  readonly phone: PhoneState | null;
  readonly ticksSinceReport: number;
}

/** Clicks, and results of actions that need a visible page. */
type Forwarded =
  | Click
  | Extract<PhoneEvent, { type: 'errorLogsCopied' | 'errorLogsNotCopied' | 'notifyPermissionFound' }>;

export type TabEvent =
  | { readonly type: 'pageClicked'; readonly click: Click }
  | { readonly type: 'phoneReported'; readonly state: PhoneState }
  | { readonly type: 'reportRequested' }
  | { readonly type: 'clickForwarded'; readonly click: Forwarded };

export type TabEffect = { readonly userId: number } & (
  | { readonly type: 'reportToTabs'; readonly state: PhoneState }
  | { readonly type: 'requestReport' }
  | { readonly type: 'forwardClick'; readonly click: Forwarded }
);

export interface TabsOutcome {
  readonly tabs: Tabs;
  readonly effects: readonly (PhoneEffect | TabEffect)[];
}

export const initialTabs: Tabs = { own: initialPhone, phone: null, ticksSinceReport: 0 };

/** Without a report for this long, there's no tab to follow. */
const MAX_TICKS_WITHOUT_REPORT = 3;
/** How long a new tab waits for the first report. */
const MAX_TICKS_FOR_FIRST_REPORT = 2;

export function tabs(state: Tabs, event: PhoneEvent | TabEvent): TabsOutcome {
  switch (event.type) {
    case 'pageClicked':
      return pageClicked(state, event.click);
    case 'phoneReported':
      return isFollower(state.own.session) ? followPhone(state, event.state) : unchanged(state);
    case 'reportRequested':
      return { tabs: state, effects: reportState(state.own) };
    case 'clickForwarded':
      return canBePhone(state.own.session) ? handle(state, event.click) : unchanged(state);
    case 'errorLogsCopied':
    case 'errorLogsNotCopied':
      return forward(state, event) ?? handle(state, event);
    case 'notifyPermissionFound': {
      // All tabs share one permission, so this one and the phone record it.
      const { tabs: next, effects } = handle(state, event);
      return { tabs: next, effects: [...effects, ...(forward(state, event)?.effects ?? [])] };
    }
    default:
      return handle(state, event);
  }
}

export function shownPhone({ own, phone, ticksSinceReport }: Tabs): PhoneState {
  const { session } = own;
  if (!isFollower(session)) return own;
  if (phone) return phone;
  return ticksSinceReport < MAX_TICKS_FOR_FIRST_REPORT
    ? { ...own, session: { ...session, place: 'pending' } }
    : own;
}

type Agent = Extract<SessionState, { name: 'agent' }>;

function isFollower(session: SessionState): session is Agent {
  return session.name === 'agent' && session.place === 'otherPage';
}

function unchanged(state: Tabs): TabsOutcome {
  return { tabs: state, effects: [] };
}

function followPhone(state: Tabs, phone: PhoneState): TabsOutcome {
  const { screen } = state.own;
  const next: Tabs = { ...state, phone, ticksSinceReport: 0 };
  if (screen.telNumber === null) return unchanged(next);
  const link = { type: 'telLinkOpened', url: `tel:${screen.telNumber}` } as const;
  const own = { ...state.own, screen: { ...screen, telNumber: null } };
  return forward({ ...next, own }, link) ?? unchanged(next);
}

function pageClicked(state: Tabs, click: Click): TabsOutcome {
  // Only the focused tab may write to the clipboard.
  if (click.type === 'copyErrorLogsClicked' && state.phone && isFollower(state.own.session))
    return { tabs: state, effects: transition(state.phone, click).effects };
  // A background tab can't show the prompt.
  if (click.type === 'allowNotificationsClicked' && isFollower(state.own.session))
    return handle(state, click);
  return forward(state, click) ?? handle(state, click);
}

/** Null if there is no tab to forward to. */
function forward(state: Tabs, click: Forwarded): TabsOutcome | null {
  const { session } = state.own;
  if (!isFollower(session) || !state.phone) return null;
  return { tabs: state, effects: [{ type: 'forwardClick', userId: session.user.id, click }] };
}

function reportState(own: PhoneState): readonly TabEffect[] {
  const { session } = own;
  return canBePhone(session) ? [{ type: 'reportToTabs', userId: session.user.id, state: own }] : [];
}

function handle(state: Tabs, event: PhoneEvent): TabsOutcome {
  const outcome = transition(state.own, event);
  const before = state.own.session;
  const { session } = outcome.state;
  const ticked = event.type === 'presenceTicked';
  if (isFollower(session)) {
    const ticksSinceReport = isFollower(before) ? state.ticksSinceReport + (ticked ? 1 : 0) : 0;
    const phone = isFollower(before) && ticksSinceReport < MAX_TICKS_WITHOUT_REPORT ? state.phone : null;
    const needsReport = !isFollower(before) || (ticked && phone === null);
    const reportRequest: readonly TabEffect[] = needsReport
      ? [{ type: 'requestReport', userId: session.user.id }]
      : [];
    return {
      tabs: { own: outcome.state, phone, ticksSinceReport },
      effects: [...outcome.effects, ...reportRequest],
    };
  }
  const isSuccessor = isFollower(before) && state.phone !== null && canBePhone(session);
  const own = isSuccessor && state.phone ? inherit(outcome.state, state.phone.screen) : outcome.state;
  const { storedCall } = own.screen;
  const successorEffects: PhoneEffect[] =
    isSuccessor && storedCall ? [{ type: 'storeCall', call: storedCall }] : [];
  if (isSuccessor && own.screen.view.name === 'waiting' && own.screen.view.lead)
    successorEffects.push(startRingWait);
  const reports = ticked || !isSame(own, state.own) ? reportState(own) : [];
  return {
    tabs: { own, phone: null, ticksSinceReport: 0 },
    effects: [...outcome.effects, ...successorEffects, ...reports],
  };
}

function isSame(a: PhoneState, b: PhoneState): boolean {
  return (
    a.session === b.session &&
    a.line === b.line &&
    a.screen === b.screen &&
    a.audio === b.audio &&
    a.outbox === b.outbox &&
    a.reachability === b.reachability &&
    a.queue === b.queue
  );
}

/** The server rings again for a live call. */
function inherit(own: PhoneState, screen: ScreenState): PhoneState {
  return { ...own, screen: { ...screen, view: settledView(screen.view), givenResult: null, resume: null } };
}

function settledView(view: View): View {
  switch (view.name) {
    case 'waiting':
      return { ...emptyWaiting, panel: view.panel, lead: view.lead };
    case 'ringing':
    case 'oncall':
      return emptyWaiting;
    case 'disposition':
      return { ...view, sending: null, retrying: false };
    case 'disposition2':
      return { ...view, sending: null };
    case 'sms':
    case 'note':
      return { ...view, sending: false };
    case 'thankyou':
      return { ...view, autoCloses: false, pendingRing: null };
    default:
      return view satisfies never;
  }
}
