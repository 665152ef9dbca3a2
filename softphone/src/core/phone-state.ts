/**
 * The whole state of the phone: five small machines that meet only in events.
 *
 *   session   who is signed in, and whether this page is the agent's phone
 *   line      the voice device and its one current call
 *   screen    what the agent sees and does with a call
 *   audio     devices, the ring sound and its autoplay lock
 *   outbox    what was given after a call and could not be sent
 *
 * Each machine's states and diagram stand in its own file; no machine reads another's state. Whether a call can reach
 * the agent is derived from session and line, with the times of its changes.
 */
import { type AudioState, initialAudio } from './audio/audio-state.ts';
import { initialLine, type LineState } from './line/line-state.ts';
import { initialOutbox, type OutboxState } from './outbox/outbox-state.ts';
import { initialScreen, type ScreenState } from './screen/screen-state.ts';
import { initialReachability, type Reachability } from './session/reachability.ts';
import { initialSession, type SessionState } from './session/session.ts';

export interface PhoneState {
  readonly session: SessionState;
  readonly line: LineState;
  readonly screen: ScreenState;
  readonly audio: AudioState;
  readonly outbox: OutboxState;
  readonly reachability: Reachability;
}

export const initialPhone: PhoneState = {
  session: initialSession,
  line: initialLine,
  screen: initialScreen,
  audio: initialAudio,
  outbox: initialOutbox,
  reachability: initialReachability,
};
