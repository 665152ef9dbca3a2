/**
 * The phone's one transition. An event from outside goes to each machine that hears it, then their signals to each
 * other until there are none left; at the end follow the three things that depend on the phone as a whole: the ring
 * sound, whether a call can reach the agent, and what the server is told of this phone.
 */
import { AUDIO_HEARS, audio, ring } from './audio/audio.ts';
import type { PhoneEffect } from './effects.ts';
import type { PhoneEvent } from './events.ts';
import { LINE_HEARS, line } from './line/line.ts';
import { OUTBOX_HEARS, outbox } from './outbox/outbox.ts';
import type { PhoneState } from './phone-state.ts';
import { screen } from './screen/screen.ts';
import { presenceEffect } from './session/presence-report.ts';
import { reachability } from './session/reachability.ts';
import { SESSION_HEARS, session } from './session/session.ts';
import type { Signal, Step } from './signals.ts';

export interface Outcome {
  readonly state: PhoneState;
  readonly effects: readonly PhoneEffect[];
}

export function transition(state: PhoneState, event: PhoneEvent): Outcome {
  const effects: PhoneEffect[] = [];
  const pending: (PhoneEvent | Signal)[] = [event];
  let next = state;
  for (let current = pending.shift(); current; current = pending.shift()) {
    const { state: settled, effects: ordered, signals } = everyMachine(next, current);
    next = settled;
    effects.push(...ordered);
    pending.push(...signals);
  }

  const rings = ring(next.audio, next.session.name === 'agent' && next.screen.view.name === 'ringing');
  next = withParts(next, {
    ...next,
    audio: rings.state,
    reachability: reachability(next.reachability, event, next),
  });
  effects.push(...rings.effects);
  // A call that is accepted by itself never rings: its notification has nothing to wait for.
  const isOver = !rings.state.ringing && !rings.effects.some(({ type }) => type === 'stopRing');
  if (isOver && effects.some(({ type }) => type === 'notifyIncoming')) effects.push({ type: 'stopRing' });

  const presence = presenceEffect(state, next, event);
  if (presence) effects.push(presence);
  return { state: next, effects };
}

/** The screen comes first: what it tells the server goes before what the line does to the call. */
function everyMachine(state: PhoneState, event: PhoneEvent | Signal): Step<PhoneState> {
  const screened = screen(state.screen, event);
  const sessioned = hears(SESSION_HEARS, event) ? session(state.session, event) : still(state.session);
  const lined = hears(LINE_HEARS, event) ? line(state.line, event) : still(state.line);
  const sounded = hears(AUDIO_HEARS, event) ? audio(state.audio, event) : still(state.audio);
  const kept = hears(OUTBOX_HEARS, event) ? outbox(state.outbox, event) : still(state.outbox);
  const steps = [screened, sessioned, lined, sounded, kept];
  return {
    state: withParts(state, {
      session: sessioned.state,
      line: lined.state,
      screen: screened.state,
      audio: sounded.state,
      outbox: kept.state,
      reachability: state.reachability,
    }),
    effects: steps.flatMap(({ effects }) => effects),
    signals: steps.flatMap(({ signals }) => signals),
  };
}

/** The same object where nothing has changed, so that nothing is drawn again at every tick of a clock. */
function withParts(before: PhoneState, after: PhoneState): PhoneState {
  const parts = Object.keys(after) as (keyof PhoneState)[];
  return parts.every((part) => before[part] === after[part]) ? before : after;
}

function still<S>(state: S): Step<S> {
  return { state, effects: [], signals: [] };
}

function hears<T extends (PhoneEvent | Signal)['type']>(
  list: readonly T[],
  event: PhoneEvent | Signal,
): event is Extract<PhoneEvent | Signal, { type: T }> {
  return (list as readonly string[]).includes(event.type);
}
