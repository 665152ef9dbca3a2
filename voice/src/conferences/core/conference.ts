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
 * A conference of any number of legs.
 *
 *     init ──two participants, one with startOnEnter──▶ in-progress ──last one left, one with endOnExit left, ended──▶ completed
 *       └────────────── the last one left before it started, ended ──────────────▶ completed
 *
 * Before the start, participants hear only the waiting music, and so does a participant who's alone.
 */
export interface Conference {
  readonly sid: string;
  readonly name: string;
  readonly status: 'init' | 'in-progress' | 'completed';
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endReason: EndReason | null;
  readonly endedBy: string | null;
  readonly participants: readonly Participant[];
  /** The recording's first channel. */
  readonly firstJoined: string | null;
  readonly callback: CallbackTarget | null;
  readonly recording: RecordingOptions | null;
  readonly nextSequence: number;
}

export interface RecordingOptions {
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
      /** Like `recording`, taken from the first participant that has one. */
      readonly callback: CallbackTarget | null;
      readonly recording: RecordingOptions | null;
    }
  | { readonly type: 'left'; readonly callSid: string; readonly reason: LeaveReason }
  | { readonly type: 'changed'; readonly callSid: string; readonly change: ParticipantChange }
  /** A leg created for the conference ended without joining. */
  | { readonly type: 'addFailed'; readonly participant: Participant }
  | {
      readonly type: 'announced';
      readonly callSid: string | null;
      readonly url: string;
      readonly failure: string | null;
    }
  | {
      readonly type: 'spoke';
      readonly callSid: string;
      readonly speaking: boolean;
    }
  | { readonly type: 'ended' }
);

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
  | { readonly type: 'route' }
  | { readonly type: 'beep'; readonly callSids: readonly string[] }
  /** End the leg's Dial. */
  | { readonly type: 'release'; readonly callSid: string; readonly reason: LeaveReason }
  | { readonly type: 'startRecording'; readonly options: RecordingOptions }
  | { readonly type: 'close' };

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

/** Ignores events about absent legs and events after the end. */
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
      const name = failure === null ? 'announcement-end' : 'announcement-fail';
      return notify(state, event.at, [{ event: name, url, callSid, failure }]);
    }
    case 'spoke': {
      const participant = state.participants.find((one) => one.callSid === event.callSid);
      if (!participant) return { state, effects: [] };
      const name = event.speaking ? 'participant-speech-start' : 'participant-speech-stop';
      return notify(state, event.at, [{ event: name, participant }]);
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
  const notices: ConferenceNotice[] = [{ event: 'participant-join', participant }];
  if (starts) notices.push({ event: 'conference-start' });
  return notify(state, at, notices, [
    { type: 'route' },
    ...beep(state, beepsOnEnter(participant)),
    ...(starts && state.recording ? [{ type: 'startRecording', options: state.recording } as const] : []),
  ]);
}

function leave(before: Conference, event: ConferenceEvent & { type: 'left' }): ConferenceStep {
  const { at, reason } = event;
  const participant = before.participants.find((one) => one.callSid === event.callSid);
  if (!participant) return { state: before, effects: [] };
  const participants = before.participants.filter((one) => one !== participant);
  const state = { ...before, participants, updatedAt: at };
  const notice: ConferenceNotice = { event: 'participant-leave', participant, reason };
  if (participants.length === 0)
    return end(state, at, 'last-participant-left', participant, 'participant_hung_up', [notice]);
  if (participant.endOnExit)
    return end(
      state,
      at,
      'participant-with-end-conference-on-exit-left',
      participant,
      'moderator_ended_conference',
      [notice],
    );
  return notify(state, at, [notice], [{ type: 'route' }, ...beep(state, beepsOnExit(participant))]);
}

function beep({ status, participants }: Conference, enabled: boolean): readonly ConferenceEffect[] {
  if (!enabled || status !== 'in-progress') return [];
  return [{ type: 'beep', callSids: participants.map((one) => one.callSid) }];
}

function change(before: Conference, event: ConferenceEvent & { type: 'changed' }): ConferenceStep {
  const old = before.participants.find((one) => one.callSid === event.callSid);
  if (!old) return { state: before, effects: [], error: 'not-in-conference' };
  const participant = changeParticipant(old, event.change, before.participants);
  if (typeof participant === 'string') return { state: before, effects: [], error: participant };
  const state = {
    ...before,
    updatedAt: event.at,
    participants: before.participants.map((one) => (one === old ? participant : one)),
  };
  const notices: ConferenceNotice[] = [];
  if (old.muted !== participant.muted)
    notices.push({ event: participant.muted ? 'participant-mute' : 'participant-unmute', participant });
  if (old.hold !== participant.hold)
    notices.push({ event: participant.hold ? 'participant-hold' : 'participant-unhold', participant });
  if (
    old.coaching !== participant.coaching ||
    old.coachedCall !== participant.coachedCall ||
    old.endOnExit !== participant.endOnExit
  )
    notices.push({ event: 'participant-modify', participant });
  return notify(state, event.at, notices, [{ type: 'route' }]);
}

function end(
  before: Conference,
  at: number,
  endReason: EndReason,
  by: Participant | null,
  reason: LeaveReason,
  notices: readonly ConferenceNotice[],
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
    [...notices, ...leaving, { event: 'conference-end' }],
    [
      { type: 'route' },
      ...before.participants.map((one) => ({ type: 'release', callSid: one.callSid, reason }) as const),
      { type: 'close' },
    ],
  );
}

function notify(
  state: Conference,
  at: number,
  notices: readonly ConferenceNotice[],
  effects: readonly ConferenceEffect[] = [],
): ConferenceStep {
  const notifications = notices.map(
    (one, index): ConferenceEffect => ({
      type: 'notify',
      notice: one,
      sequence: state.nextSequence + index,
      at,
    }),
  );
  return {
    state: { ...state, nextSequence: state.nextSequence + notices.length },
    effects: [...notifications, ...effects],
  };
}
