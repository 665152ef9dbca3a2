import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { Conferences } from '../conferences/conferences.ts';
import type { Observe } from '../inspector/core/observations.ts';
import { Recordings } from '../recordings/recordings.ts';
import type { Sounds } from '../sounds/sounds.ts';
import type { Store } from '../store/store.ts';
import { callProgramHost } from '../twiml/call-program.ts';
import type { Source } from '../twiml/core/program.ts';
import { ProgramRunner } from '../twiml/program-runner.ts';
import { Queues } from '../twiml/queues.ts';
import type { Callbacks } from '../webhooks/callbacks.ts';
import type { Documents } from '../webhooks/documents.ts';
import { callParams, progressParams } from '../webhooks/params.ts';
import { AudioRoutes } from './audio-routes.ts';
import type { ExchangeDeps, InboundCallRequest, OutboundCallRequest } from './call-requests.ts';
import { formatAddress, parseAddress } from './core/address.ts';
import {
  type CallbackTarget,
  type CallEffect,
  type CallEvent,
  type EndCause,
  endCause,
  newCall,
  transitionCall,
} from './core/call.ts';
import { reserveSlot } from './core/creation-budget.ts';
import type { SidPrefix } from './core/sids.ts';
import { Dtmf } from './dtmf.ts';
import type { ExchangePort } from './exchange-port.ts';
import { type CallOptions, type LiveCall, newLiveCall } from './live-call.ts';
import { type DetectionOptions, MachineDetection } from './machine-detection.ts';
import type { MediaPort } from './media-port.ts';
import type { Network, Party, PartyReports } from './party.ts';
import { Playback } from './playback.ts';
import { serialize } from './serialize.ts';
import { notifySubscribers } from './user-messages.ts';
import { VoiceActivity } from './voice-activity.ts';

const apiCallDefaults = { direction: 'outbound-api', parentSid: null, params: [], dialedBy: null } as const;

/** Runs all calls: feeds events to their state machines and performs the effects. */
export class Exchange implements ExchangePort {
  readonly accountSid: string;
  readonly media: MediaPort;
  readonly callbacks: Callbacks;
  readonly documents: Documents;
  readonly sounds: Sounds;
  readonly records: Store;
  readonly log: Logger;
  readonly observe: Observe | null;
  readonly playback: Playback;
  readonly audioRoutes: AudioRoutes;
  readonly voiceActivity: VoiceActivity;
  readonly dtmf: Dtmf;
  readonly queues: Queues;
  readonly conferences: Conferences;
  readonly recordings: Recordings;
  readonly #publicApi: () => string;
  readonly #detection: MachineDetection;
  readonly #callsPerSecond: number;
  readonly #live = new Map<string, LiveCall>();
  readonly #networks = new Map<'phone' | 'client', Network>();
  #budget = { freeAt: 0 };

  constructor(deps: ExchangeDeps) {
    this.accountSid = deps.accountSid;
    this.#publicApi = deps.publicApi;
    this.media = deps.media;
    this.callbacks = deps.callbacks;
    this.documents = deps.documents;
    this.sounds = deps.sounds;
    this.records = deps.records;
    this.log = deps.log;
    this.observe = deps.observe;
    this.#callsPerSecond = deps.callsPerSecond;
    this.playback = new Playback(deps.media, deps.log);
    this.audioRoutes = new AudioRoutes(deps.media, deps.log);
    this.voiceActivity = new VoiceActivity(deps.media, deps.log);
    this.#detection = new MachineDetection(deps.media, deps.log);
    this.dtmf = new Dtmf(this);
    this.queues = new Queues(this);
    this.conferences = new Conferences(this);
    this.recordings = new Recordings(this);
  }

  get publicApi(): string {
    return this.#publicApi();
  }

  registerNetwork(kind: 'phone' | 'client', network: Network): void {
    this.#networks.set(kind, network);
  }

  newSid(prefix: SidPrefix): string {
    return prefix + randomBytes(16).toString('hex');
  }

  find(sid: string): LiveCall | undefined {
    return this.#live.get(sid);
  }

  get liveCalls(): readonly LiveCall[] {
    return [...this.#live.values()];
  }

  /** Creates a call through the API. It starts when the account's rate limit allows it. */
  create(request: Omit<OutboundCallRequest, keyof typeof apiCallDefaults>): LiveCall {
    const live = this.prepare({ ...request, ...apiCallDefaults });
    const now = performance.now();
    const slot = reserveSlot(this.#budget, now, this.#callsPerSecond);
    this.#budget = slot.budget;
    if (slot.startAt <= now) setImmediate(() => this.start(live.call.sid));
    else setTimeout(() => this.start(live.call.sid), slot.startAt - now);
    return live;
  }

  prepare(request: OutboundCallRequest): LiveCall {
    const sid = this.newSid('CA');
    const address = parseAddress(request.to);
    const network = address && this.#networks.get(address.kind);
    if (!address || !network) throw new Error(`no network for ${request.to.slice(0, 8)}…`);
    const to = formatAddress(address);
    const params = [...(address.kind === 'client' ? address.params : []), ...request.params];
    const { direction, parentSid, from, callback } = request;
    const call = newCall({ sid, direction, parentSid, from, to, callback, createdAt: Date.now() });
    // A forwarded caller ID keeps its verification status.
    const parent = this.#live.get(parentSid ?? '')?.call;
    const stirVerstat = parent?.from === from ? parent.stirVerstat : null;
    const { answerActions = null, fallback = null, detection = null } = request;
    const options = { ...request, answerActions, fallback, detection };
    return this.#add(call, null, options, (reports) =>
      network({ callSid: sid, from, to, params, stirVerstat }, reports),
    );
  }

  start(sid: string): void {
    this.#dispatch(sid, { type: 'started', at: this.#timeOf(sid) });
  }

  /** Registers an inbound call and runs its TwiML, which decides whether to answer. */
  addInboundCall(request: InboundCallRequest, createParty: (reports: PartyReports) => Party): LiveCall {
    const { sid, from, to, callback, source, fallback, callerName = null, stirVerstat = null } = request;
    const facts = { sid, from, to, callback, parentSid: null, direction: 'inbound' } as const;
    const call = { ...newCall({ ...facts, createdAt: Date.now() }), callerName, stirVerstat };
    const defaults = { dialedBy: null, invitation: null, ringMs: 0, answerActions: null, detection: null };
    const options = { source, fallback, ...defaults };
    const live = this.#add(call, request.leg, options, createParty);
    live.program.start(request.source);
    return live;
  }

  answer(live: LiveCall): void {
    if (live.call.status !== 'ringing' || live.call.direction !== 'inbound') return;
    live.party.answer();
    this.#dispatch(live.call.sid, { type: 'answered', at: this.#timeOf(live.call.sid) });
  }

  hangUp(sid: string): void {
    this.end(sid, 'hangup', null, null);
  }

  end(sid: string, cause: EndCause, sipCode: number | null, errorCode: number | null): void {
    const live = this.#live.get(sid);
    if (!live) return;
    live.errorCode ??= errorCode;
    this.#dispatch(sid, { type: 'ended', at: this.#timeOf(sid), cause, sipCode });
  }

  moveLeg(sid: string, leg: string): void {
    const live = this.#live.get(sid);
    if (!live || live.leg === null) return;
    const old = live.leg;
    live.leg = leg;
    this.audioRoutes.move(old, leg);
    this.playback.move(old, leg);
    for (const recording of this.recordings.forCall(sid)) this.recordings.updateCallChannels(recording);
    if (live.membership) this.conferences.reroute(live.membership.conferenceSid);
  }

  limitDuration(live: LiveCall, ms: number): void {
    if (live.limitTimer) clearTimeout(live.limitTimer);
    live.limitTimer = setTimeout(() => this.hangUp(live.call.sid), ms);
  }

  setCallback(live: LiveCall, callback: CallbackTarget): void {
    live.call = { ...live.call, callback };
    this.#save(live);
  }

  redirect(live: LiveCall, source: Source): void {
    live.leaveReason = 'participant_updated_via_api';
    live.program.start(source);
  }

  legLost(leg: string, errorCode: number): void {
    for (const live of this.#live.values())
      if (live.leg === leg && live.call.status === 'in-progress')
        this.end(live.call.sid, 'hangup', null, errorCode);
  }

  endAll(errorCode: number): void {
    for (const sid of [...this.#live.keys()]) this.end(sid, 'failed', null, errorCode);
  }

  #add(
    call: LiveCall['call'],
    leg: string | null,
    options: CallOptions,
    createParty: (reports: PartyReports) => Party,
  ): LiveCall {
    const { sid } = call;
    const live: LiveCall = {
      ...newLiveCall(call, leg, options),
      party: createParty(this.#reports(sid)),
      program: new ProgramRunner(callProgramHost(this, () => live)),
    };
    this.#live.set(sid, live);
    this.#save(live);
    return live;
  }

  #reports(sid: string): PartyReports {
    return {
      rang: () => {
        this.#dispatch(sid, { type: 'rang', at: this.#timeOf(sid) });
        this.#live.get(sid)?.dialedBy?.rang();
      },
      answered: (leg) => {
        const live = this.#live.get(sid);
        if (!live) return;
        live.leg = leg;
        this.#dispatch(sid, { type: 'answered', at: this.#timeOf(sid) });
      },
      ended: (cause, sipCode) => this.end(sid, cause, sipCode, null),
      digits: (digits) => this.dtmf.receive(sid, digits),
      userMessage: (content, contentType, messageSid) => {
        const live = this.#live.get(sid);
        if (live) notifySubscribers(this, live, { content, contentType, sid: messageSid });
      },
    };
  }

  /** Event times advance monotonically from creation, so that clock changes don't distort durations. */
  #timeOf(sid: string): number {
    const live = this.#live.get(sid);
    if (!live) return Date.now();
    return Math.round(live.call.createdAt + performance.now() - live.createdMonotonicMs);
  }

  #dispatch(sid: string, event: CallEvent): void {
    this.#handle({ sid, event });
  }

  readonly #handle = serialize(
    ({ sid, event }: { readonly sid: string; readonly event: CallEvent }): void => {
      const live = this.#live.get(sid);
      if (!live) return;
      const step = transitionCall(live.call, event);
      if (step.state === live.call) return;
      live.call = step.state;
      this.#save(live);
      this.log.info(
        { call: sid, status: step.state.status, direction: step.state.direction },
        'call status changed',
      );
      for (const effect of step.effects) this.#perform(live, effect);
    },
  );

  #save({ call, errorCode }: LiveCall): void {
    this.records.calls.put(call);
    this.observe?.({ type: 'call', call, errorCode });
  }

  #perform(live: LiveCall, effect: CallEffect): void {
    const { call } = live;
    switch (effect.type) {
      case 'notify':
        if (call.callback?.events.includes(effect.event))
          this.callbacks.send(
            call.callback,
            progressParams(call, this.accountSid, effect.event, effect.sequence, effect.at),
          );
        return;
      case 'dial':
        live.ringTimer = setTimeout(() => this.end(call.sid, 'no-answer', 487, null), live.ringMs);
        live.party.ring();
        return;
      case 'connect':
        if (live.ringTimer) clearTimeout(live.ringTimer);
        if (live.dialedBy) {
          live.dialedBy.answered(call.sid);
          return;
        }
        this.#onAnswered(live);
        return;
      case 'release':
        this.#release(live);
        return;
      default:
        effect satisfies never;
    }
  }

  #onAnswered(live: LiveCall): void {
    const { source, answerActions, call, detection, leg } = live;
    if (call.direction === 'inbound' || !source) return;
    if (answerActions?.maxDurationMs) this.limitDuration(live, answerActions.maxDurationMs);
    if (answerActions?.record)
      this.recordings.start({
        ...answerActions.record,
        callSid: call.sid,
        conferenceSid: null,
        source: 'OutboundAPI',
      });
    if (answerActions?.sendDigits)
      this.dtmf.send(live, answerActions.sendDigits, () => live.program.start(source));
    else if (!detection?.delaysTwiml || leg === null) live.program.start(source);
    if (detection && leg !== null) this.#identify(live, leg, detection, source);
  }

  #identify(
    live: LiveCall,
    leg: string,
    { rules, callback, delaysTwiml }: DetectionOptions,
    source: Source,
  ): void {
    this.#detection.start(leg, rules, (verdict, afterMs) => {
      this.#dispatch(live.call.sid, { type: 'identified', verdict });
      if (callback)
        this.callbacks.send(callback, [
          ...callParams(live.call, this.accountSid),
          ['MachineDetectionDuration', String(afterMs)],
        ]);
      if (delaysTwiml) live.program.start(source);
    });
  }

  #release(live: LiveCall): void {
    const { call, leg } = live;
    if (live.ringTimer) clearTimeout(live.ringTimer);
    if (live.limitTimer) clearTimeout(live.limitTimer);
    this.recordings.stopOfCall(call.sid);
    live.program.end();
    this.#live.delete(call.sid);
    if (leg !== null) {
      this.playback.close(leg);
      this.#detection.close(leg);
      this.audioRoutes.close(leg);
    }
    live.party.end({ cause: endCause(call.status), errorCode: live.errorCode });
    for (const listener of [...live.onEnd]) listener();
    live.dialedBy?.ended(call);
    if (live.invitation && call.answeredAt === null)
      this.conferences.inviteFailed(live, live.invitation.conferenceSid);
  }
}
