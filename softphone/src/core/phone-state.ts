/**
 * The state of the phone: five state machines that exchange only events.
 *
 *   session   who is signed in, and whether this page is the agent's phone
 *   line      the voice device and its current call
 *   screen    what the agent sees
 *   audio     devices, the ring sound and its autoplay lock
 *   outbox    requests after a call that couldn't be sent
 *
 * Reachability is derived from session and line. The lead queue comes with presence responses.
 */
import { type AudioState, initialAudio } from './audio/audio-state.ts';
import { initialLine, type LineState } from './line/line-state.ts';
import { initialOutbox, type OutboxState } from './outbox/outbox-state.ts';
import { initialScreen, type ScreenState } from './screen/screen-state.ts';
import type { ShownQueue } from './session/lead-queue.ts';
import { initialReachability, type Reachability } from './session/reachability.ts';
import { initialSession, type SessionState } from './session/session.ts';

export interface PhoneState {
  readonly session: SessionState;
  readonly line: LineState;
  readonly screen: ScreenState;
  readonly audio: AudioState;
  readonly outbox: OutboxState;
  readonly reachability: Reachability;
  readonly queue: ShownQueue | null;
}

export const initialPhone: PhoneState = {
  session: initialSession,
  line: initialLine,
  screen: initialScreen,
  audio: initialAudio,
  outbox: initialOutbox,
  reachability: initialReachability,
  queue: null,
};
