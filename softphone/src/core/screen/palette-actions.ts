/** What the command palette offers in each view. It hangs up no call, gives no result and leaves no view that must be finished. */
import { AVAILABLE } from '@offhook/contract/agent/agent-status';
import type { ConsultEnd } from '@offhook/contract/calls/hand-over';
import type { Click } from '../events.ts';
import { card } from '../lists/card.ts';
import type { PhoneState } from '../phone-state.ts';
import { offline } from '../session/offline.ts';
import { isOpenElsewhere } from '../session/readiness.ts';
import { isSetByAdministrator } from '../session/status/own-status.ts';
import { shownWrapUp } from '../session/status/wrap-up.ts';
import { navItems } from './navigation.ts';
import { callControls } from './on-call/call-controls.ts';
import { consultEnds } from './on-call/consultation.ts';
import { recordingState } from './on-call/recording.ts';
import { opensPalette, PALETTE_VIEWS } from './palette-views.ts';

type ActionName =
  | 'new_call'
  | 'conference'
  | 'history'
  | 'settings'
  | 'checkForLead'
  | 'status'
  | 'mute'
  | 'hold'
  | 'transfer'
  | 'addLead'
  | 'keypad'
  | 'park'
  | 'recording'
  | 'consultComplete'
  | 'consultConference'
  | 'consultBack'
  | 'consultDone'
  | 'keys'
  | 'guide'
  | 'help';

export const PALETTE_ACTIONS: Readonly<Record<(typeof PALETTE_VIEWS)[number], readonly ActionName[]>> = {
  waiting: [
    'new_call',
    'conference',
    'history',
    'settings',
    'checkForLead',
    'status',
    'keys',
    'guide',
    'help',
  ],
  oncall: [
    'mute',
    'hold',
    'transfer',
    'conference',
    'addLead',
    'keypad',
    'park',
    'consultComplete',
    'consultConference',
    'consultBack',
    'consultDone',
    'recording',
    'keys',
    'help',
  ],
};

/** A consultation shows its own tiles instead of the call's. */
const TILES_OF_CALL: readonly ActionName[] = ['hold', 'transfer', 'conference', 'addLead', 'keypad', 'park'];

export interface PaletteAction {
  readonly name: ActionName;
  /** As in `aria-keyshortcuts`; null: it has none. */
  readonly shortcut: string | null;
  /** Null: the page itself acts. */
  readonly click: Click | null;
  /** Key of the status that the action chooses. */
  readonly status?: string;
  /** The action turns off what is on: unmute, resume. */
  readonly undoes?: boolean;
}

export function paletteActions(state: PhoneState): readonly PaletteAction[] {
  if (!opensPalette(state)) return [];
  const { view } = state.screen;
  const isConsulting = view.name === 'oncall' && view.consultation !== null;
  const offered = PALETTE_VIEWS.find((name) => name === view.name);
  return (offered ? PALETTE_ACTIONS[offered] : [])
    .filter((name) => !isConsulting || !TILES_OF_CALL.includes(name))
    .flatMap((name) => ACTIONS[name](state));
}

const ACTIONS: Readonly<Record<ActionName, (state: PhoneState) => readonly PaletteAction[]>> = {
  new_call: (state) => panel(state, 'new_call', 'C'),
  conference: (state) =>
    state.screen.view.name === 'oncall'
      ? callPanel(state, 'conference', 'C')
      : panel(state, 'conference', 'F'),
  history: (state) => panel(state, 'history', 'H'),
  settings: (state) => panel(state, 'settings', 'S'),
  checkForLead: (state) => {
    const { view } = state.screen;
    const isOffered =
      view.name === 'waiting' &&
      card(state).showsCheckForLead &&
      !view.checking &&
      offline(state) === null &&
      !isOpenElsewhere(state) &&
      !isAwayByStatus(state) &&
      shownWrapUp(state) === null;
    return isOffered ? [{ name: 'checkForLead', shortcut: 'L', click: { type: 'checkForLeadClicked' } }] : [];
  },
  status: (state) => {
    const status = state.session.name === 'agent' ? state.session.status : null;
    if (status === null || isSetByAdministrator(status) || offline(state) !== null) return [];
    return [AVAILABLE, ...status.choices.map(({ key }) => key)]
      .filter((key) => key !== status.key)
      .map((key) => ({ name: 'status', shortcut: null, status: key, click: { type: 'statusChosen', key } }));
  },
  mute: (state) => {
    const controls = callControls(state);
    if (!controls) return [];
    return [{ name: 'mute', shortcut: 'M', undoes: controls.muted, click: { type: 'muteClicked' } }];
  },
  hold: (state) => {
    const controls = callControls(state);
    if (!controls || controls.disabled || controls.hold === null || controls.holdDisabled) return [];
    return [
      { name: 'hold', shortcut: 'H', undoes: controls.hold === 'resume', click: { type: 'holdClicked' } },
    ];
  },
  transfer: (state) => callPanel(state, 'transfer', 'T'),
  addLead: (state) => callPanel(state, 'addLead', 'A'),
  keypad: (state) => callPanel(state, 'keypad', 'K'),
  park: (state) => {
    const controls = callControls(state);
    if (!controls || controls.disabled || controls.park !== 'possible') return [];
    return [{ name: 'park', shortcut: 'P', click: { type: 'parkClicked' } }];
  },
  recording: ({ screen: { view } }) => {
    const recording = view.name === 'oncall' ? recordingState(view) : null;
    if (recording === null || recording === 'pausing' || recording === 'resuming') return [];
    return [
      {
        name: 'recording',
        shortcut: 'R',
        undoes: recording !== 'on',
        click: { type: 'recordingClicked' },
      },
    ];
  },
  consultComplete: (state) => consultEnd(state, 'consultComplete', 'C', 'complete'),
  consultConference: (state) => consultEnd(state, 'consultConference', 'F', 'conference'),
  consultBack: (state) => consultEnd(state, 'consultBack', 'B', 'back'),
  consultDone: (state) => consultEnd(state, 'consultDone', 'D', 'back'),
  keys: () => [{ name: 'keys', shortcut: '?', click: null }],
  guide: (state) => (isOpenElsewhere(state) ? [] : [{ name: 'guide', shortcut: null, click: null }]),
  help: () => [{ name: 'help', shortcut: null, click: null }],
};

function isAwayByStatus({ session }: PhoneState): boolean {
  return session.name === 'agent' && session.status !== null && session.status.key !== AVAILABLE;
}

/** An open panel isn't offered, because its item would close it. */
function panel(
  state: PhoneState,
  item: 'new_call' | 'conference' | 'history' | 'settings',
  shortcut: string,
): readonly PaletteAction[] {
  const { view } = state.screen;
  if (view.name !== 'waiting' || view.panel?.name === item || !navItems(state).includes(item)) return [];
  return [{ name: item, shortcut, click: { type: 'navClicked', item } }];
}

function callPanel(
  state: PhoneState,
  name: 'transfer' | 'conference' | 'addLead' | 'keypad',
  shortcut: string,
): readonly PaletteAction[] {
  const controls = callControls(state);
  if (!controls || controls.disabled || !controls[name] || controls.open === name) return [];
  if (name === 'transfer' && controls.awaitingAnswer) return [];
  return [{ name, shortcut, click: { type: 'onCallPanelClicked', panel: name } }];
}

/** Once the lead has left, Done is Back. */
function consultEnd(
  { screen: { view } }: PhoneState,
  name: 'consultComplete' | 'consultConference' | 'consultBack' | 'consultDone',
  shortcut: string,
  how: ConsultEnd,
): readonly PaletteAction[] {
  const consultation = view.name === 'oncall' ? view.consultation : null;
  if (consultation === null || !consultEnds(consultation).includes(how)) return [];
  if (how === 'back' && consultation.leadLeft !== (name === 'consultDone')) return [];
  return [{ name, shortcut, click: { type: 'consultEndClicked', how } }];
}

/** What to do with a colleague who was found: what the open panel does, else Transfer. */
export type PeoplePanel = 'transfer' | 'conference';

export function peoplePanel(state: PhoneState): PeoplePanel | null {
  const { view } = state.screen;
  const open = view.name === 'oncall' ? view.panel : view.name === 'waiting' ? view.panel?.name : null;
  if ((open === 'transfer' || open === 'conference') && opensPalette(state)) return open;
  const offered = paletteActions(state).map(({ name }) => name);
  if (offered.includes('transfer')) return 'transfer';
  return offered.includes('conference') ? 'conference' : null;
}

/** Teams are listed only by Transfer. */
export function offersTeams(state: PhoneState): boolean {
  const { view } = state.screen;
  const isOpen = view.name === 'oncall' && view.panel === 'transfer' && opensPalette(state);
  return isOpen || paletteActions(state).some(({ name }) => name === 'transfer');
}
