import { type Call, callSeconds } from '../core/call.ts';
import { type Dial, type DialEffect, type DialEvent, type DialStatus, transitionDial } from '../core/dial.ts';
import type { Source } from '../core/program.ts';
import type { DialParties } from '../core/twiml/verbs.ts';
import type { Hub } from './hub.ts';
import type { LiveCall } from './live-call.ts';
import { ringBack } from './sounds.ts';

/** Runs a Dial verb with numbers or clients: rings them, connects the first to answer, and tells how it ended. */
export function dialParties(
  exchange: Hub,
  parent: LiveCall,
  verb: DialParties,
  done: (next: Source | null) => void,
): () => void {
  const dial = new DialRun(exchange, parent, verb, done);
  dial.start();
  return () => dial.stop();
}

class DialRun {
  readonly #exchange: Hub;
  readonly #parent: LiveCall;
  readonly #verb: DialParties;
  readonly #done: (next: Source | null) => void;
  readonly #ended = new Map<string, Call>();
  #state: Dial = { phase: 'ringing', pending: [] };
  #stopRinging: (() => void) | null = null;
  #limit: NodeJS.Timeout | null = null;

  constructor(exchange: Hub, parent: LiveCall, verb: DialParties, done: (next: Source | null) => void) {
    this.#exchange = exchange;
    this.#parent = parent;
    this.#verb = verb;
    this.#done = done;
  }

  start(): void {
    const { call, leg } = this.#parent;
    if (call.status === 'in-progress' && leg !== null)
      this.#stopRinging = this.#exchange.ears.play(leg, [ringBack], true, () => {});
    const children = this.#verb.targets.map((target) =>
      this.#exchange.prepare({
        direction: 'outbound-dial',
        parentSid: call.sid,
        from: this.#verb.callerId ?? call.from,
        to: target.to,
        params: target.params,
        callback: target.callback,
        source: null,
        dialledBy: {
          answered: (sid) => this.#dispatch({ type: 'answered', sid }),
          ended: (child) => {
            this.#ended.set(child.sid, child);
            this.#dispatch({ type: 'ended', sid: child.sid, status: child.status });
          },
        },
        invitation: null,
        ringMs: this.#verb.timeoutSeconds * 1_000 + 5_000,
      }),
    );
    this.#state = { phase: 'ringing', pending: children.map((child) => child.call.sid) };
    for (const child of children) this.#exchange.start(child.call.sid);
  }

  stop(): void {
    this.#dispatch({ type: 'stopped' });
    this.#quiet();
  }

  #dispatch(event: DialEvent): void {
    const step = transitionDial(this.#state, event);
    this.#state = step.state;
    for (const effect of step.effects) this.#perform(effect);
  }

  #perform(effect: DialEffect): void {
    switch (effect.type) {
      case 'cancel':
        this.#exchange.hangUp(effect.sid);
        return;
      case 'bridge':
        this.#bridge(effect.sid);
        return;
      case 'done':
        this.#quiet();
        this.#done(this.#next(effect.status, this.#ended.get(effect.sid) ?? null));
        return;
      default:
        effect satisfies never;
    }
  }

  #bridge(sid: string): void {
    this.#quiet();
    this.#exchange.answer(this.#parent);
    const one = this.#parent.leg;
    const other = this.#exchange.find(sid)?.leg ?? null;
    if (one === null || other === null) return;
    this.#exchange.routes.set([
      [one, [other]],
      [other, [one]],
    ]);
    this.#limit = setTimeout(() => this.#exchange.hangUp(sid), this.#verb.timeLimitSeconds * 1_000);
  }

  #quiet(): void {
    this.#stopRinging?.();
    this.#stopRinging = null;
    if (this.#limit) clearTimeout(this.#limit);
    this.#limit = null;
  }

  #next(status: DialStatus, child: Call | null): Source | null {
    const { action, method } = this.#verb;
    if (action === null) return null;
    return {
      kind: 'url',
      url: action,
      method,
      params: [
        ['DialCallStatus', status],
        ...(child ? [['DialCallSid', child.sid] as const] : []),
        ['DialCallDuration', String(child ? callSeconds(child, child.endedAt ?? child.updatedAt) : 0)],
        ['DialBridged', String(status === 'completed')],
      ],
    };
  }
}
