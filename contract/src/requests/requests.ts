import * as z from 'zod/mini';
import { CLOCKS, DATE_ORDERS, LANGUAGES } from '../accounts/languages.ts';
import { Agent, CallerId, Team } from '../agent/agent.ts';
import { OwnStatus } from '../agent/agent-status.ts';
import { OwnDay } from '../agent/own-day.ts';
import { PHONE_STATES } from '../agent/phone-states.ts';
import { DEFAULT_STATUS_FILTER, STATUS_FILTERS } from '../agent/status-filter.ts';
import { WrapUp } from '../agent/wrap-up.ts';
import { ActiveCall, Call } from '../calls/call.ts';
import { CallUser } from '../calls/call-user.ts';
import { DISPOSITIONS } from '../calls/dispositions.ts';
import { CONSULT_ENDS } from '../calls/hand-over.ts';
import { HistoryItem, MissingResult, Paging } from '../calls/history.ts';
import { ParkedCall } from '../calls/parked-call.ts';
import { CallRecording } from '../calls/recording.ts';
import { Callback, CallbackBody, CallbackOffer } from '../leads/callbacks.ts';
import { HISTORY_FILTERS } from '../leads/history-filter.ts';
import { Lead } from '../leads/lead.ts';
import { LeadQueue } from '../leads/lead-queue.ts';
import {
  FoundLead,
  LEAD_SEARCH_MAX_LENGTH,
  LEAD_SEARCH_MAX_RESULTS,
  LEAD_SEARCH_MIN_LENGTH,
} from '../leads/lead-search.ts';
import { LeadStory } from '../leads/lead-story.ts';
import {
  NAME_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  REASON_MAX_LENGTH,
  SMS_MAX_LENGTH,
} from '../limits.ts';
import { sentence } from '../sentences.ts';
import { newPassword, storedText, text, timeZone } from '../text.ts';
import { answer, id, page, type Row, rowsFor, Success } from './request-rows.ts';

/** Shown to the colleague while the phone rings. */
const reason = z.optional(z.nullable(text(REASON_MAX_LENGTH)));
/** What the agent has written about the call so far. */
const handOverNote = z.optional(z.nullable(text(NOTE_MAX_LENGTH)));
const name = z._default(z.nullable(text(NAME_MAX_LENGTH)), '');

/** The others hear music. */
const Held = answer({ held: z.boolean() });
const RecordingChanged = answer({ recording: CallRecording });
/** The call that the supervisor is about to join. */
const Supervised = answer({ call: ActiveCall });

export const RoutingDecision = z.object({
  at: z.string(),
  outcome: sentence,
  agents: z.array(
    z.object({
      user_id: z.int(),
      full_name: z.string(),
      verdict: z.enum(['rung', 'skipped']),
      reason: sentence,
    }),
  ),
});
const ms = z.nullable(z.number());
/** In ms; null: the call didn't get that far. */
export const Stopwatch = z.object({
  intake: ms,
  schedule: ms,
  routing: ms,
  ring: ms,
  accept: ms,
  dial: ms,
  answer: ms,
});

const { row: user, rowOfId: userOf } = rowsFor('user');

/** Aggregates one measurement per second of a call. */
const aggregate = (max: number) => {
  const value = z.number().check(z.minimum(0), z.maximum(max));
  return z.nullable(z.object({ average: value, lowest: value, highest: value }));
};
const packets = z.int().check(z.minimum(0));

/** The voice library's names. */
export const QUALITY_WARNINGS = [
  'high-rtt',
  'high-jitter',
  'high-packet-loss',
  'high-packets-lost-fraction',
  'low-mos',
  'low-bytes-received',
  'low-bytes-sent',
  'constant-audio-input-level',
  'constant-audio-output-level',
  'ice-connectivity-lost',
] as const;

/** Measured at the phone. */
export const QualityFigures = z.object({
  seconds: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  codec: z.nullable(text(40)),
  /** Mean opinion score, 1 to 4.5. */
  mos: aggregate(5),
  rtt_ms: aggregate(600_000),
  jitter_ms: aggregate(600_000),
  packets: z.object({ sent: packets, received: packets, lost: packets }),
  warnings: z.array(z.enum(QUALITY_WARNINGS)).check(z.maxLength(QUALITY_WARNINGS.length)),
});
export type QualityFigures = z.infer<typeof QualityFigures>;

/** Of a signed-in user. */
export const PHONE_REQUESTS = {
  logout: user('POST', '/api/v1/user/logout', { response: Success }),
  /** Ends the user's other sessions and renews this one's cookie. */
  changePassword: user('PUT', '/api/v1/user/password', {
    body: z.object({
      current_password: storedText.check(z.maxLength(PASSWORD_MAX_LENGTH)),
      new_password: newPassword,
    }),
    response: answer({
      csrf_token: z.string(),
      ended: z.int(),
    }),
  }),
  /** How texts, dates and times are shown to the user. */
  setLocale: user('PUT', '/api/v1/user/locale', {
    body: z.object({
      language: z.nullable(z.enum(LANGUAGES)),
      time_zone: timeZone,
      clock: z.nullable(z.enum(CLOCKS)),
      date_order: z.nullable(z.enum(DATE_ORDERS)),
    }),
    response: Success,
  }),
  getStatus: user('GET', '/api/v1/user/status', { response: answer({ status: OwnStatus }) }),
  /** During a call, the new status starts after it. A ring that isn't accepted yet goes to the next agent. */
  setStatus: user('PUT', '/api/v1/user/status', {
    body: z.object({ status: text(40) }),
    response: answer({ status: OwnStatus }),
  }),
  /** The agent gets calls again. */
  endWrapUp: user('POST', '/api/v1/user/wrap-up/end', { response: Success }),
  getOwnDay: user('GET', '/api/v1/user/day', { response: answer({ day: OwnDay }) }),
  getToken: user('GET', '/api/v1/twilio/token2', {
    /** `phone_id`: as in the page's presence reports; without it the page isn't rung. */
    query: z.object({ time: z.optional(storedText), phone_id: z.optional(text(64)) }),
    response: z.object({ token: z.string() }),
  }),
  realtimeAuth: user('POST', '/api/v1/pusher/auth', {
    body: z.object({ socket_id: text(60), channel_name: text(200) }),
    bodyKind: 'form',
    response: z.object({ auth: z.string(), channel_data: z.optional(z.string()) }),
  }),
  /** Ties a realtime connection to its session, so both end together. */
  realtimeSignIn: user('POST', '/api/v1/pusher/user-auth', {
    body: z.object({ socket_id: text(60) }),
    bodyKind: 'form',
    response: z.object({ auth: z.string(), user_data: z.string() }),
  }),
  reportPresence: user('POST', '/api/v1/presence', {
    body: z.object({
      /** One per page load. */
      phone_id: text(64),
      state: z.enum(PHONE_STATES),
      device: z.enum(['registered', 'unregistered']),
      audio: z.enum(['ready', 'locked']),
      call_user_id: z._default(z.nullable(z.int()), null),
      /** 'Use it here': takes the lease from another device. */
      take_over: z.optional(z.boolean()),
      /** The page is closing. Its call continues and can be resumed. */
      leaving: z.optional(z.boolean()),
    }),
    /**
     * `phone`: this page is the agent's phone. `resume`: an active call of the agent, or null. `queue`: null if it is
     * unknown or the phone can't ring.
     */
    response: answer({
      phone: z.boolean(),
      resume: z.nullable(z.int()),
      queue: z.optional(z.nullable(LeadQueue)),
      /** The revision of the agent's status. */
      status: z.optional(z.string()),
      wrap_up: z.optional(z.nullable(WrapUp)),
      /** The agent is on a call with the external phone, so this page isn't rung. */
      on_external_phone: z.optional(z.boolean()),
    }),
  }),
  getCallUser: userOf('GET', '/api/v1/callusers/:id', { response: CallUser }),
  /** Only while the call is offered to the agent, or the agent is in it. */
  getLeadStory: userOf('GET', '/api/v1/callusers/:id/lead-story', {
    response: answer({ story: LeadStory }),
  }),
  placeCall: user('POST', '/api/v1/calls/twilio/outbound', {
    body: z.object({
      fname: name,
      lname: name,
      phone_number: text(250),
      agent_id: id,
      interface: z.literal('desktop'),
    }),
    response: answer({ call_user_id: z.int(), call: Call }),
  }),
  // If not allowed: with `next` (ISO 8601), it's outside calling hours and the agent may call after a warning;
  // `busy` means another agent has the lead; otherwise it must not be called.
  getCallable: user('GET', '/api/v1/callable', {
    query: z.object({ phone_number: text(250) }),
    response: answer({
      allowed: z.boolean(),
      reason: z.nullable(z.string()),
      next: z.nullable(z.string()),
      busy: z.optional(z.boolean()),
    }),
  }),
  hangUp: userOf('POST', '/api/v1/calls/:id/hangup', { response: Success }),
  getHistory: user('GET', '/api/v1/mycalls', {
    query: z.object({
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 5),
      page,
      search: z._default(text(100), ''),
      filter: z._default(z.enum(HISTORY_FILTERS), 'all'),
    }),
    /** `filters`: the server can search and filter; then `last_page` is missing if it did. */
    response: z.object({
      data: z.array(HistoryItem),
      ...z.partial(Paging).shape,
      filters: z.optional(z.boolean()),
    }),
  }),
  /** Leads that the agent's teams may call or have had a call with, newest first. Supervisors and administrators find all. */
  findLeads: user('GET', '/api/v1/leads/search', {
    query: z.object({
      search: text(LEAD_SEARCH_MAX_LENGTH).check(z.minLength(LEAD_SEARCH_MIN_LENGTH)),
      limit: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LEAD_SEARCH_MAX_RESULTS)),
        8,
      ),
    }),
    response: z.object({ data: z.array(FoundLead) }),
  }),
  getCallerIds: user('GET', '/api/v1/callerids', { response: z.array(CallerId) }),
  getAgents: user('GET', '/api/v1/users/paginated', {
    query: z.object({
      page,
      status: z.catch(z.enum(STATUS_FILTERS), DEFAULT_STATUS_FILTER),
      search: z._default(text(100), ''),
      team_id: z._default(z.union([z.literal(''), id]), ''),
    }),
    response: z.object({ data: z.array(Agent), meta: Paging }),
  }),
  getTeams: user('GET', '/api/v1/teams', { response: z.object({ data: z.array(Team) }) }),
  rejectCall: userOf('POST', '/apps/webrtc/:id/reject', { response: Success }),
  setDisposition: userOf('POST', '/apps/webrtc/:id/disposition', {
    body: z.object({ status: z.enum(DISPOSITIONS) }),
    response: Success,
  }),
  undoDisposition: userOf('POST', '/apps/webrtc/:id/disposition/undo', { response: Success }),
  getMissingResults: user('GET', '/apps/webrtc/missing-results', {
    response: z.object({ data: z.array(MissingResult) }),
  }),
  /** The agent's own, by time. */
  getCallbacks: user('GET', '/api/v1/callbacks', {
    response: z.object({ data: z.array(Callback) }),
  }),
  /** When the lead of a call can be called back. Only for an agent who was in the call. */
  getCallbackOffer: userOf('GET', '/api/v1/calls/:id/callback', {
    response: answer({ offer: CallbackOffer }),
  }),
  /** Sets or replaces the lead's callback. It moves to the first later minute at which calling is allowed. */
  setCallback: userOf('PUT', '/api/v1/calls/:id/callback', {
    body: CallbackBody,
    response: answer({ callback: Callback }),
  }),
  cancelCallback: userOf('POST', '/api/v1/callbacks/:id/cancel', { response: Success }),
  saveNote: user('POST', '/api/v1/notes', {
    body: z.object({ content: text(5000).check(z.minLength(1)), call_id: id }),
    response: answer({ note: z.object({ id: z.int(), content: z.string(), call_id: z.int() }) }),
  }),
  /** Includes how long each step took. */
  getRouting: userOf('GET', '/api/v1/calls/:id/routing', {
    response: answer({ decisions: z.array(RoutingDecision), stopwatch: Stopwatch }),
  }),
  /** Rings the agent with their next due lead. */
  checkForLead: user('POST', '/apps/webrtc/check', {
    response: answer({ lead: z.nullable(Lead) }),
  }),
  listenCall: userOf('POST', '/api/v1/calls/:id/listen', { response: Supervised }),
  whisperCall: userOf('POST', '/api/v1/calls/:id/whisper', { response: Supervised }),
  bargeCall: userOf('POST', '/api/v1/calls/:id/barge', { response: Supervised }),
  holdCall: userOf('PUT', '/api/v1/calls/:id/hold', { response: Held }),
  unholdCall: userOf('PUT', '/api/v1/calls/:id/unhold', { response: Held }),
  /** Only for a party of the call. The provider confirms it within seconds: see the call's `recording`. */
  pauseRecording: userOf('PUT', '/api/v1/calls/:id/recording/pause', { response: RecordingChanged }),
  resumeRecording: userOf('PUT', '/api/v1/calls/:id/recording/resume', { response: RecordingChanged }),
  /** Exactly one of `user_id` and `team_id`. */
  transferCall: userOf('POST', '/api/v1/calls/:id/transfer', {
    body: z.object({
      user_id: z.optional(id),
      team_id: z.optional(id),
      call_user_id: id,
      reason,
      note: handOverNote,
      /** The agent talks to the colleague first, while the lead is on hold. */
      consult: z.optional(z.boolean()),
    }),
    response: Success,
  }),
  /** Stops ringing the colleagues that this agent transfers the call to, or invites to it. */
  cancelInvitation: userOf('POST', '/api/v1/calls/:id/invitation/cancel', { response: Success }),
  /**
   * `complete` connects the colleague with the lead and ends the agent's part, `conference` connects all three, `back`
   * returns the agent to the lead. Changes nothing without a consultation.
   */
  endConsultation: userOf('POST', '/api/v1/calls/:id/consultation/end', {
    body: z.object({ how: z.enum(CONSULT_ENDS), note: handOverNote }),
    response: Success,
  }),
  /** The lead hears music until a colleague of the team picks up; this agent's part ends. */
  parkCall: userOf('POST', '/api/v1/calls/:id/park', {
    body: z.object({ note: handOverNote }),
    response: Success,
  }),
  /** Rings this agent's phone, which accepts at once. The first agent gets the call. */
  pickUpCall: userOf('POST', '/api/v1/calls/:id/pickup', { response: Success }),
  /** Those that this user may pick up, the longest parked first. */
  getParkedCalls: user('GET', '/api/v1/calls/parked', { response: z.object({ data: z.array(ParkedCall) }) }),
  startConference: user('POST', '/api/v1/calls/conference', {
    body: z.object({ user_id: id, reason, note: handOverNote }),
    response: answer({ call: z.optional(Call) }),
  }),
  addLead: user('POST', '/api/v1/calls/conferencelead', {
    body: z.object({ call_id: id, fname: name, lname: name, phone_number: text(250) }),
    response: answer({ call: Call, lead: Lead }),
  }),
  /** The call takes the new name; past calls keep theirs. At least one name must not be blank. */
  renameLead: userOf('PUT', '/api/v1/calls/:id/lead-name', {
    body: z.object({ fname: text(NAME_MAX_LENGTH), lname: text(NAME_MAX_LENGTH) }),
    response: answer({ call: Call, lead: Lead }),
  }),
  retryLead: user('POST', '/api/v1/calls/twilio', {
    body: z.object({ fname: name, lname: name, phone_number: text(250) }),
    response: answer({ call: z.object({ lead: Lead }) }),
  }),
  setTag: userOf('POST', '/apps/webrtc/:id/disposition2', {
    body: z.object({ key: text(100) }),
    response: Success,
  }),
  sendSms: userOf('POST', '/apps/webrtc/:id/sms', {
    body: z.object({ smsbody: text(SMS_MAX_LENGTH).check(z.minLength(1)) }),
    response: Success,
  }),
  reportDisconnect: user('POST', '/twilio/debug/webrtc', {
    body: z.object({ user: id, conn_status: text(40) }),
    response: Success,
  }),
  reportQuality: user('POST', '/api/v1/quality', {
    body: z.object({ call_sid: text(64).check(z.minLength(1)), ...QualityFigures.shape }),
    response: Success,
  }),
} as const satisfies Record<string, Row>;
