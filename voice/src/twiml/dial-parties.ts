import { type Call, callSeconds } from '../calls/core/call.ts';
import {
  type Dial,
  type DialEffect,
  type DialEvent,
  type DialStatus,
  transitionDial,
} from '../calls/core/dial.ts';
import type { ExchangePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { ringbackTone } from '../sounds/ring-tones.ts';
import { callParams } from '../webhooks/params.ts';
import { recordingUrl } from '../webhooks/recording-params.ts';
import type { FormParams } from '../webhooks/webhook.ts';
import { actionSource, type Source } from './core/program.ts';
import type { DialParties, DialTarget } from './core/verbs.ts';
import { watchLimits } from './dial-limits.ts';
import { playOnce, SCREENING } from './play-document.ts';
import type { RunVerb } from './run-verb.ts';

export const dialParties: RunVerb<DialParties> = (exchange, parent, verb, done) => {
  const dial = new DialRun(exchange, parent, verb, done);
  dial.start();
  return () => dial.stop();
};

class DialRun {
  readonly #exchange: ExchangePort;
  readonly #parent: LiveCall;
  readonly #verb: DialParties;
  readonly #done: (next: Source | null) => void;
  readonly #ended = new Map<string, Call>();
  readonly #targets = new Map<string, DialTarget>();
  #state: Dial = { phase: 'ringing', pending: [], queued: [] };
  #stopRingback: (() => void) | null = null;
  #stopScreen: (() => void) | null = null;
  #stopLimits: (() => void) | null = null;
  #bridged = false;
  #recording: string | null = null;

  constructor(
    exchange: ExchangePort,
    parent: LiveCall,
    verb: DialParties,
    done: (next: Source | null) => void,
  ) {
    this.#exchange = exchange;
    this.#parent = parent;
    this.#verb = verb;
    this.#done = done;
  }

  start(): void {
    const { targets, sequential, answerOnBridge, record } = this.#verb;
    const isAnswered = this.#parent.call.status === 'in-progress';
    if (isAnswered || answerOnBridge) this.#startRingback();
    if (record?.from === 'ringing') this.#record();
    const sids = targets.map((target) => this.#prepare(target));
    const first = sequential ? sids.slice(0, 1) : sids;
    this.#state = { phase: 'ringing', pending: first, queued: sids.slice(first.length) };
    for (const sid of first) this.#exchange.start(sid);
    // Inviting a browser takes a moment, so `rang` answers the parent then.
    if (!targets.some(({ to }) => to.startsWith('client:'))) this.#answerParent();
  }

  stop(): void {
    this.#dispatch({ type: 'stopped' });
    this.#cleanUp();
  }

  #prepare(target: DialTarget): string {
    const child = this.#exchange.prepare({
      direction: 'outbound-dial',
      parentSid: this.#parent.call.sid,
      from: this.#verb.callerId ?? this.#parent.call.from,
      to: target.to,
      params: target.params,
      callback: target.callback,
      source: null,
      dialedBy: {
        rang: () => this.#answerParent(),
        answered: (sid) => this.#dispatch({ type: 'answered', sid }),
        ended: (ended) => {
          this.#ended.set(ended.sid, ended);
          this.#dispatch({ type: 'ended', sid: ended.sid, status: ended.status });
        },
      },
      invitation: null,
      ringMs: this.#verb.timeoutSeconds * 1_000 + 5_000,
    });
    this.#targets.set(child.call.sid, target);
    return child.call.sid;
  }

  #dispatch(event: DialEvent): void {
    const step = transitionDial(this.#state, event);
    this.#state = step.state;
    for (const effect of step.effects) this.#perform(effect);
  }

  #perform(effect: DialEffect): void {
    switch (effect.type) {
      case 'ring':
        this.#exchange.start(effect.sid);
        return;
      case 'cancel':
        this.#exchange.hangUp(effect.sid);
        return;
      case 'bridge':
        this.#screen(effect.sid);
        return;
      case 'done':
        this.#answerParent();
        this.#cleanUp();
        this.#done(this.#next(effect.status, this.#ended.get(effect.sid) ?? null));
        return;
      default:
        effect satisfies never;
    }
  }

  /** Like the provider, answers the caller as soon as the callees are invited, unless `answerOnBridge` is set. */
  #answerParent(): void {
    if (this.#verb.answerOnBridge || this.#parent.call.status !== 'ringing') return;
    this.#exchange.answer(this.#parent);
    if (this.#state.phase === 'ringing') this.#startRingback();
  }

  #startRingback(): void {
    const { party, call, leg } = this.#parent;
    const canHear = call.status === 'in-progress' || party.startEarlyMedia?.() === true;
    if (canHear && leg !== null)
      this.#stopRingback ??= this.#exchange.playback.play(
        leg,
        ringbackTone(this.#verb.ringTone),
        true,
        () => {},
      );
  }

  #screen(sid: string): void {
    const child = this.#exchange.find(sid);
    const target = this.#targets.get(sid);
    if (!child || !target) return;
    const screen = (): void => {
      if (!target.screen) {
        this.#bridge(sid);
        return;
      }
      const source: Source = { kind: 'url', ...target.screen, params: [] };
      const params = (): FormParams => callParams(child.call, this.#exchange.accountSid);
      const bridge = (): void => this.#bridge(sid);
      this.#stopScreen = playOnce(this.#exchange, child, source, params, bridge, SCREENING);
    };
    if (target.sendDigits === null) screen();
    else this.#stopScreen = this.#exchange.dtmf.send(child, target.sendDigits, screen);
  }

  #bridge(sid: string): void {
    this.#stopRingback?.();
    this.#stopRingback = null;
    this.#exchange.answer(this.#parent);
    const one = this.#parent.leg;
    const other = this.#exchange.find(sid)?.leg ?? null;
    if (one === null || other === null) return;
    this.#bridged = true;
    this.#exchange.audioRoutes.bridge(one, other);
    if (this.#verb.record?.from === 'answer') this.#record();
    this.#stopLimits = watchLimits(this.#parent, this.#verb, () => this.#exchange.hangUp(sid));
  }

  #record(): void {
    if (!this.#verb.record) return;
    const { from: _from, ...record } = this.#verb.record;
    this.#recording = this.#exchange.recordings.start({
      callSid: this.#parent.call.sid,
      conferenceSid: null,
      source: 'DialVerb',
      ...record,
    }).sid;
  }

  #cleanUp(): void {
    this.#stopRingback?.();
    this.#stopRingback = null;
    this.#stopScreen?.();
    this.#stopScreen = null;
    this.#stopLimits?.();
    this.#stopLimits = null;
    if (this.#recording !== null) void this.#exchange.recordings.stop(this.#recording);
  }

  #next(status: DialStatus, child: Call | null): Source | null {
    const { accountSid, publicApi } = this.#exchange;
    const recording: readonly (readonly [string, string])[] =
      this.#recording === null
        ? []
        : [
            ['RecordingSid', this.#recording],
            ['RecordingUrl', recordingUrl(this.#recording, accountSid, publicApi)],
          ];
    return actionSource(
      this.#verb,
      ['DialCallStatus', status],
      ...(child ? [['DialCallSid', child.sid] as const] : []),
      ['DialCallDuration', String(child ? callSeconds(child, child.endedAt ?? child.updatedAt) : 0)],
      ['DialBridged', String(this.#bridged)],
      ...recording,
    );
  }
}
