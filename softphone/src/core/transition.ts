/** An event goes to each state machine, then their signals go to all of them until none are left. */
import { audio, setRinging } from './audio/audio.ts';
import type { PhoneEffect } from './effects.ts';
import type { PhoneEvent } from './events.ts';
import { line } from './line/line.ts';
import { outbox } from './outbox/outbox.ts';
import type { PhoneState } from './phone-state.ts';
import { screen } from './screen/screen.ts';
import { leadQueue } from './session/lead-queue.ts';
import { presenceEffect } from './session/presence-report.ts';
import { reachability } from './session/reachability.ts';
import { session } from './session/session.ts';
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
    const { state: settled, effects: newEffects, signals } = stepMachines(next, current);
    next = settled;
    effects.push(...newEffects);
    pending.push(...signals);
  }

  const rings = setRinging(next.audio, next.session.name === 'agent' && next.screen.view.name === 'ringing');
  next = withParts(next, {
    ...next,
    audio: rings.state,
    reachability: reachability(next.reachability, event, next),
    queue: leadQueue(next.queue, event, next),
  });
  effects.push(...rings.effects);
  // A call that is accepted automatically never rings, so its notification closes.
  const isOver = !rings.state.ringing && !rings.effects.some(({ type }) => type === 'stopRing');
  if (isOver && effects.some(({ type }) => type === 'notifyIncoming')) effects.push({ type: 'stopRing' });

  const presence = presenceEffect(state, next, event);
  if (presence) effects.push(presence);
  return { state: next, effects };
}

/** The screen comes first, so that its requests are sent before the line acts on the call. */
function stepMachines(state: PhoneState, event: PhoneEvent | Signal): Step<PhoneState> {
  const screenStep = screen(state.screen, event);
  const sessionStep = session(state.session, event);
  const lineStep = line(state.line, event);
  const audioStep = audio(state.audio, event);
  const outboxStep = outbox(state.outbox, event);
  const steps = [screenStep, sessionStep, lineStep, audioStep, outboxStep];
  return {
    state: withParts(state, {
      session: sessionStep.state,
      line: lineStep.state,
      screen: screenStep.state,
      audio: audioStep.state,
      outbox: outboxStep.state,
      reachability: state.reachability,
      queue: state.queue,
    }),
    effects: steps.flatMap(({ effects }) => effects),
    signals: steps.flatMap(({ signals }) => signals),
  };
}

/** Avoids a render at every tick. */
function withParts(before: PhoneState, after: PhoneState): PhoneState {
  const parts = Object.keys(after) as (keyof PhoneState)[];
  return parts.every((part) => before[part] === after[part]) ? before : after;
}
