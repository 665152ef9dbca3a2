import type { CallbackTarget } from '../../calls/core/call.ts';
import {
  beepsOnEnter,
  beepsOnExit,
  type ChangeError,
  changeParticipant,
  type Participant,
  type ParticipantChange,
} from './participant.ts';

/**
 * A conversation of any number of legs.
 *
 *     init ──two are in, one of whom starts it──▶ in-progress ──last one left, one with endOnExit left, ended──▶ completed
 *       └────────────── the last one left before it started, ended ──────────────▶ completed
 *
 * Before it starts nobody hears anybody, and each hears the waiting music; so does whoever is left alone in it.
 */
export interface Conference {
  readonly sid: string;
  readonly name: string;
  readonly status: 'init' | 'in-progress' | 'completed';
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endReason: EndReason | null;
  readonly endedBy: string | null;
  /** In the order of joining. */
  readonly participants: readonly Participant[];
  /** The first leg that ever joined: the recording's first channel. */
  readonly firstJoined: string | null;
  readonly callback: CallbackTarget | null;
  readonly recording: RecordingOptions | null;
  readonly nextSequence: number;
}

export interface RecordingOptions {
  /** Silence at both ends is cut off when it is complete. */
  readonly trim: boolean;
  readonly callback: CallbackTarget | null;
}

export type EndReason =
  | 'conference-ended-via-api'
  | 'participant-with-end-conference-on-exit-left'
  | 'last-participant-left';

export type LeaveReason =
  | 'participant_hung_up'
  | 'participant_updated_via_api'
  | 'conference_ended_via_api'
  | 'moderator_ended_conference'
  | 'participant_add_failed';

export type ConferenceEvent = { readonly at: number } & (
  | {
      readonly type: 'joined';
      readonly participant: Participant;
      /** The first to bring them sets them for the conference. */
      readonly callback: CallbackTarget | null;
      readonly recording: RecordingOptions | null;
    }
  | { readonly type: 'left'; readonly callSid: string; readonly reason: LeaveReason }
  | { readonly type: 'changed'; readonly callSid: string; readonly change: ParticipantChange }
  /** A leg that was created for the conference ended without ever joining. */
  | { readonly type: 'addFailed'; readonly participant: Participant }
  /** Something has been played into it, or to one who is in it. */
  | {
      readonly type: 'announced';
      readonly callSid: string | null;
      readonly url: string;
      /** Why it was not heard. */
      readonly failure: string | null;
    }
  | {
      readonly type: 'spoke';
      readonly callSid: string;
      /** Began, or has been silent for a moment. */
      readonly speaking: boolean;
    }
  | { readonly type: 'ended' }
);

/** The words of the provider's conference callbacks. */
export type ConferenceNotice =
  | { readonly event: 'conference-start' | 'conference-end' }
  | { readonly event: 'participant-join'; readonly participant: Participant }
  | {
      readonly event: 'announcement-end' | 'announcement-fail';
      readonly url: string;
      readonly callSid: string | null;
      readonly failure: string | null;
    }
  | {
      readonly event: 'participant-leave';
      readonly participant: Participant;
      readonly reason: LeaveReason;
    }
  | {
      readonly event:
        | 'participant-mute'
        | 'participant-unmute'
        | 'participant-hold'
        | 'participant-unhold'
        | 'participant-modify'
        | 'participant-speech-start'
        | 'participant-speech-stop';
      readonly participant: Participant;
    };

export type ConferenceEffect =
  | {
      readonly type: 'notify';
      readonly notice: ConferenceNotice;
      readonly sequence: number;
      readonly at: number;
    }
  /** Who hears whom, and what each one's own sound is, may have changed. */
  | { readonly type: 'route' }
  | { readonly type: 'beep'; readonly callSids: readonly string[] }
  /** The leg's Dial is over. */
  | { readonly type: 'release'; readonly callSid: string; readonly reason: LeaveReason }
  | { readonly type: 'startRecording'; readonly order: RecordingOptions }
  | { readonly type: 'over' };

export interface ConferenceStep {
  readonly state: Conference;
  readonly effects: readonly ConferenceEffect[];
  readonly error?: ChangeError;
}

export function newConference(sid: string, name: string, at: number): Conference {
  return {
    sid,
    name,
    status: 'init',
    createdAt: at,
    updatedAt: at,
    endReason: null,
    endedBy: null,
    participants: [],
    firstJoined: null,
    callback: null,
    recording: null,
    nextSequence: 1,
  };
}

/** An event about a leg that is not in it, or after the end, changes nothing. */
export function transitionConference(state: Conference, event: ConferenceEvent): ConferenceStep {
  if (state.status === 'completed') return { state, effects: [] };
  switch (event.type) {
    case 'joined':
      return join(state, event);
    case 'left':
      return leave(state, event);
    case 'changed':
      return change(state, event);
    case 'addFailed': {
      const { participant, at } = event;
      return notify(state, at, [
        { event: 'participant-leave', participant, reason: 'participant_add_failed' },
      ]);
    }
    case 'announced': {
      const { url, callSid, failure } = event;
      const news = failure === null ? 'announcement-end' : 'announcement-fail';
      return notify(state, event.at, [{ event: news, url, callSid, failure }]);
    }
    case 'spoke': {
      const participant = state.participants.find((one) => one.callSid === event.callSid);
      if (!participant) return { state, effects: [] };
      const news = event.speaking ? 'participant-speech-start' : 'participant-speech-stop';
      return notify(state, event.at, [{ event: news, participant }]);
    }
    case 'ended':
      return end(state, event.at, 'conference-ended-via-api', null, 'conference_ended_via_api', []);
    default:
      return event satisfies never;
  }
}

function join(before: Conference, event: ConferenceEvent & { type: 'joined' }): ConferenceStep {
  const { participant, at } = event;
  if (before.participants.some((one) => one.callSid === participant.callSid))
    return { state: before, effects: [] };
  const participants = [...before.participants, participant];
  const starts =
    before.status === 'init' && participants.length > 1 && participants.some((p) => p.startOnEnter);
  const state: Conference = {
    ...before,
    participants,
    updatedAt: at,
    firstJoined: before.firstJoined ?? participant.callSid,
    callback: before.callback ?? event.callback,
    recording: before.recording ?? event.recording,
    status: starts ? 'in-progress' : before.status,
  };
  const news: ConferenceNotice[] = [{ event: 'participant-join', participant }];
  if (starts) news.push({ event: 'conference-start' });
  return notify(state, at, news, [
    { type: 'route' },
    ...beep(state, beepsOnEnter(participant)),
    ...(starts && state.recording ? [{ type: 'startRecording', order: state.recording } as const] : []),
  ]);
}

function leave(before: Conference, event: ConferenceEvent & { type: 'left' }): ConferenceStep {
  const { at, reason } = event;
  const participant = before.participants.find((one) => one.callSid === event.callSid);
  if (!participant) return { state: before, effects: [] };
  const participants = before.participants.filter((one) => one !== participant);
  const state = { ...before, participants, updatedAt: at };
  const news: ConferenceNotice = { event: 'participant-leave', participant, reason };
  if (participants.length === 0)
    return end(state, at, 'last-participant-left', participant, 'participant_hung_up', [news]);
  if (participant.endOnExit)
    return end(
      state,
      at,
      'participant-with-end-conference-on-exit-left',
      participant,
      'moderator_ended_conference',
      [news],
    );
  return notify(state, at, [news], [{ type: 'route' }, ...beep(state, beepsOnExit(participant))]);
}

/** Those who are in a conference that has started hear that somebody came or went, where it was asked for. */
function beep({ status, participants }: Conference, enabled: boolean): readonly ConferenceEffect[] {
  if (!enabled || status !== 'in-progress') return [];
  return [{ type: 'beep', callSids: participants.map((one) => one.callSid) }];
}

function change(before: Conference, event: ConferenceEvent & { type: 'changed' }): ConferenceStep {
  const old = before.participants.find((one) => one.callSid === event.callSid);
  if (!old) return { state: before, effects: [], error: 'not-here' };
  const participant = changeParticipant(old, event.change, before.participants);
  if (typeof participant === 'string') return { state: before, effects: [], error: participant };
  const state = {
    ...before,
    updatedAt: event.at,
    participants: before.participants.map((one) => (one === old ? participant : one)),
  };
  const news: ConferenceNotice[] = [];
  if (old.muted !== participant.muted)
    news.push({ event: participant.muted ? 'participant-mute' : 'participant-unmute', participant });
  if (old.hold !== participant.hold)
    news.push({ event: participant.hold ? 'participant-hold' : 'participant-unhold', participant });
  if (
    old.coaching !== participant.coaching ||
    old.coachedCall !== participant.coachedCall ||
    old.endOnExit !== participant.endOnExit
  )
    news.push({ event: 'participant-modify', participant });
  return notify(state, event.at, news, [{ type: 'route' }]);
}

function end(
  before: Conference,
  at: number,
  endReason: EndReason,
  by: Participant | null,
  reason: LeaveReason,
  news: readonly ConferenceNotice[],
): ConferenceStep {
  const state: Conference = {
    ...before,
    status: 'completed',
    participants: [],
    updatedAt: at,
    endReason,
    endedBy: by?.callSid ?? null,
  };
  const leaving = before.participants.map(
    (participant): ConferenceNotice => ({ event: 'participant-leave', participant, reason }),
  );
  return notify(
    state,
    at,
    [...news, ...leaving, { event: 'conference-end' }],
    [
      { type: 'route' },
      ...before.participants.map((one) => ({ type: 'release', callSid: one.callSid, reason }) as const),
      { type: 'over' },
    ],
  );
}

function notify(
  state: Conference,
  at: number,
  news: readonly ConferenceNotice[],
  effects: readonly ConferenceEffect[] = [],
): ConferenceStep {
  const told = news.map(
    (one, index): ConferenceEffect => ({
      type: 'notify',
      notice: one,
      sequence: state.nextSequence + index,
      at,
    }),
  );
  return {
    state: { ...state, nextSequence: state.nextSequence + news.length },
    effects: [...told, ...effects],
  };
}
