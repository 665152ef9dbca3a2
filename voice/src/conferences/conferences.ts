import type { ConferencePort, ExchangePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { beep } from '../sounds/sounds.ts';
import { conferenceRecord } from '../store/schemas.ts';
import type { DocumentAddress, Source } from '../twiml/core/program.ts';
import type { DialConference } from '../twiml/core/verbs.ts';
import { callbackGroups, conferenceParams } from '../webhooks/conference-params.ts';
import { ConferenceSounds } from './conference-sounds.ts';
import { ConferenceSpeakers } from './conference-speakers.ts';
import {
  type Conference,
  type ConferenceEffect,
  type ConferenceEvent,
  newConference,
  transitionConference,
} from './core/conference.ts';
import { audibleSpeakers } from './core/hearing.ts';
import { type ChangeError, type ParticipantChange, toHearingState } from './core/participant.ts';
import { recordingChannels } from './core/recording-channels.ts';
import { participantFromDial, participantFromInvitation } from './participants.ts';

interface LiveConference {
  state: Conference;
  recordingSid: string | null;
  readonly sounds: ConferenceSounds;
  /** Created only if the callback requests speaker events. */
  speakers: ConferenceSpeakers | null;
}

export class Conferences implements ConferencePort {
  readonly #exchange: ExchangePort;
  readonly #live = new Map<string, LiveConference>();

  constructor(exchange: ExchangePort) {
    this.#exchange = exchange;
  }

  findOrCreate(name: string): Conference {
    for (const { state } of this.#live.values()) if (state.name === name) return state;
    const state = newConference(this.#exchange.newSid('CF'), name, Date.now());
    const sounds = new ConferenceSounds(this.#exchange, () => this.#live.get(state.sid)?.state ?? null);
    this.#live.set(state.sid, { state, recordingSid: null, sounds, speakers: null });
    this.#save(state);
    return state;
  }

  find(nameOrSid: string): Conference | null {
    const bySid = this.#live.get(nameOrSid);
    if (bySid) return bySid.state;
    for (const { state } of this.#live.values()) if (state.name === nameOrSid) return state;
    return null;
  }

  recordingOf(sid: string): string | null {
    return this.#live.get(sid)?.recordingSid ?? null;
  }

  join(live: LiveCall, verb: DialConference, done: () => void): () => void {
    const { sid, participants } = this.findOrCreate(verb.name);
    const callSid = live.call.sid;
    if (participants.length >= verb.maxParticipants) {
      this.#exchange.log.warn({ call: callSid, conference: sid }, 'conference is full');
      done();
      return () => {};
    }
    live.membership = { conferenceSid: sid, done };
    live.leaveReason = 'participant_hung_up';
    this.#dispatch(sid, {
      type: 'joined',
      at: Date.now(),
      participant: participantFromDial(callSid, verb, Date.now()),
      callback: verb.callback,
      recording: verb.record ? { callback: verb.recordingCallback, trim: verb.trim } : null,
    });
    return () => {
      live.membership = null;
      this.#dispatch(sid, { type: 'left', at: Date.now(), callSid, reason: live.leaveReason });
      this.#unroute(live);
    };
  }

  change(sid: string, callSid: string, change: ParticipantChange): ChangeError | null {
    return this.#dispatch(sid, { type: 'changed', at: Date.now(), callSid, change });
  }

  /** @param callSid null: announces to all participants */
  announce(sid: string, callSid: string | null, document: DocumentAddress): void {
    const live = this.#live.get(sid);
    if (!live) return;
    const source: Source = {
      kind: 'url',
      ...document,
      params: [
        ['AccountSid', this.#exchange.accountSid],
        ['ConferenceSid', sid],
        ...(callSid === null ? [] : [['CallSid', callSid] as const]),
      ],
    };
    const report = (failure: string | null): void => {
      this.#dispatch(sid, { type: 'announced', at: Date.now(), callSid, url: document.url, failure });
    };
    void this.#exchange.documents.fetch(source, []).then((verbs) => {
      if ('code' in verbs) return report(verbs.message);
      const listeners = live.state.participants.filter((one) => callSid === null || one.callSid === callSid);
      return Promise.all(listeners.map((one) => live.sounds.announce(one.callSid, verbs))).then(() =>
        report(null),
      );
    });
  }

  end(sid: string): void {
    this.#dispatch(sid, { type: 'ended', at: Date.now() });
  }

  /**
   * Handles a leg that was created for the conference and ended without joining. Ends the conference if it's empty and
   * has no other invitations.
   */
  inviteFailed(live: LiveCall, sid: string): void {
    const conference = this.#live.get(sid)?.state;
    if (!conference) return;
    this.#dispatch(sid, {
      type: 'addFailed',
      at: Date.now(),
      participant: participantFromInvitation(live, Date.now()),
    });
    if (conference.participants.length === 0 && this.#invited(sid).length === 0) this.end(sid);
  }

  reroute(sid: string): void {
    const live = this.#live.get(sid);
    if (live) this.#route(live);
  }

  channels(sid: string): { readonly first: readonly string[]; readonly second: readonly string[] } {
    const live = this.#live.get(sid);
    if (live?.state.status !== 'in-progress') return { first: [], second: [] };
    const { first, second } = recordingChannels(live.state);
    return { first: this.#legs(first), second: this.#legs(second) };
  }

  setRecording(sid: string, recordingSid: string | null): void {
    const live = this.#live.get(sid);
    if (live) live.recordingSid = recordingSid;
  }

  #dispatch(sid: string, event: ConferenceEvent): ChangeError | null {
    const live = this.#live.get(sid);
    if (!live) return 'not-in-conference';
    const step = transitionConference(live.state, event);
    if (step.state !== live.state) {
      live.state = step.state;
      this.#save(step.state);
    }
    for (const effect of step.effects) this.#perform(live, effect);
    return step.error ?? null;
  }

  #save(conference: Conference): void {
    this.#exchange.records.conferences.put(conferenceRecord(conference));
    this.#exchange.observe?.({ type: 'conference', conference });
  }

  #perform(live: LiveConference, effect: ConferenceEffect): void {
    const { state } = live;
    switch (effect.type) {
      case 'notify':
        this.#notify(state, effect);
        return;
      case 'route':
        this.#route(live);
        return;
      case 'beep':
        for (const leg of this.#legs(effect.callSids))
          if (!this.#exchange.playback.isPlaying(leg))
            this.#exchange.playback.play(leg, [beep], false, () => {});
        return;
      case 'release':
        this.#release(effect.callSid, effect.reason);
        return;
      case 'startRecording':
        live.recordingSid = this.#exchange.recordings.start({
          callSid: state.firstJoined ?? '',
          conferenceSid: state.sid,
          source: 'Conference',
          voices: 'both',
          channels: 2,
          ...effect.options,
        }).sid;
        return;
      case 'close':
        this.#live.delete(state.sid);
        live.speakers?.close();
        if (live.recordingSid !== null) void this.#exchange.recordings.stop(live.recordingSid);
        // After the last participant has left, invited legs keep ringing: joining starts a new conference of that name.
        if (state.endReason !== 'last-participant-left')
          for (const sid of this.#invited(state.sid)) this.#exchange.end(sid, 'canceled', null, null);
        return;
      default:
        effect satisfies never;
    }
  }

  #notify(state: Conference, effect: ConferenceEffect & { type: 'notify' }): void {
    const { callback } = state;
    this.#exchange.observe?.({ type: 'notice', conference: state, notice: effect.notice });
    if (!callback?.events.includes(callbackGroups[effect.notice.event])) return;
    const status = (callSid: string): string =>
      this.#exchange.records.calls.get(callSid)?.status ?? 'completed';
    this.#exchange.callbacks.send(
      callback,
      conferenceParams(state, this.#exchange.accountSid, effect.notice, effect.sequence, effect.at, status),
    );
  }

  #release(callSid: string, reason: LiveCall['leaveReason']): void {
    const call = this.#exchange.find(callSid);
    const membership = call?.membership;
    if (!call || !membership) return;
    call.leaveReason = reason;
    call.membership = null;
    this.#unroute(call);
    membership.done();
  }

  #unroute(call: LiveCall): void {
    if (call.leg !== null && this.#exchange.find(call.call.sid))
      this.#exchange.audioRoutes.set([[call.leg, []]]);
  }

  #route(live: LiveConference): void {
    const { state } = live;
    if (state.callback?.events.includes('speaker'))
      live.speakers ??= new ConferenceSpeakers(this.#exchange.voiceActivity, (callSid, speaking) => {
        this.#dispatch(state.sid, { type: 'spoke', at: Date.now(), callSid, speaking });
      });
    const started = state.status === 'in-progress';
    const audible = audibleSpeakers(state.participants.map(toHearingState));
    const routes: [string, readonly string[]][] = [];
    for (const { callSid } of state.participants) {
      const leg = this.#exchange.find(callSid)?.leg;
      if (leg) routes.push([leg, started ? this.#legs(audible.get(callSid) ?? []) : []]);
    }
    this.#exchange.audioRoutes.set(routes);
    live.sounds.update(state);
    live.speakers?.watch(this.#legsByCall(state));
    if (live.recordingSid !== null && state.status === 'in-progress')
      this.#exchange.recordings.setChannels(live.recordingSid, this.channels(state.sid));
  }

  #legsByCall(state: Conference): ReadonlyMap<string, string> {
    const legs = state.participants.map(
      ({ callSid }) => [callSid, this.#exchange.find(callSid)?.leg ?? null] as const,
    );
    return new Map(legs.flatMap(([callSid, leg]) => (leg === null ? [] : [[callSid, leg] as const])));
  }

  #legs(callSids: readonly string[]): readonly string[] {
    return callSids.flatMap((sid) => this.#exchange.find(sid)?.leg ?? []);
  }

  #invited(sid: string): readonly string[] {
    return this.#exchange.liveCalls
      .filter(
        (call) =>
          call.invitation?.conferenceSid === sid && call.membership === null && call.call.answeredAt === null,
      )
      .map((call) => call.call.sid);
  }
}
