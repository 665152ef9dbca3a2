import { afterCallStates } from './after-call-states.ts';
import { callStates } from './call-states.ts';
import { type GalleryEntry, type GalleryState, galleryState } from './gallery-state.ts';
import { waitingStates } from './waiting-states.ts';

function offlineState(entry: GalleryEntry): GalleryState {
  const { state, ...rest } = galleryState(entry);
  const { session, reachability } = state;
  const lostSince = Date.now() - 14_000;
  return {
    ...rest,
    state: {
      ...state,
      session: session.name === 'agent' ? { ...session, realtime: false } : session,
      reachability: { ...reachability, offline: true, lostSince, late: true },
    },
  };
}

const all: Readonly<Record<string, GalleryEntry>> = { ...waitingStates, ...callStates, ...afterCallStates };

/** Each view, and those with the least space. */
const LOST = [
  'waiting',
  'waiting-lead',
  'waiting-break',
  'waiting-missing-two',
  'waiting-newcall',
  'history',
  'ringing-lead',
  'oncall',
  'oncall-held-muted',
  'oncall-dialing',
  'oncall-keypad',
  'oncall-transfer',
  'oncall-addlead',
  'oncall-nothearing',
  'result-busy',
  'tags',
  'sms-error',
  'note',
  'thankyou-undo',
];

const { waiting } = waitingStates;

export const offlineStates = {
  ...Object.fromEntries(
    LOST.map((name) => {
      const state = all[name];
      if (!state) throw new Error(`There is no state ${name}.`);
      return [`offline-${name}`, offlineState(state)];
    }),
  ),
  'waiting-connecting': { ...waiting, reachability: { ...waiting.reachability, wasReady: false } },
  'waiting-back': { ...waiting, reachability: { ...waiting.reachability, backOnlineTicksLeft: 6 } },
  'waiting-nomicrophone': { ...waiting, audio: { ...waiting.audio, microphoneDenied: true } },
} satisfies Record<string, GalleryEntry>;
