import type { FastifyInstance } from 'fastify';
import { isSid } from '../calls/core/sids.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { ChangeError, Music, Participant, ParticipantChange } from '../conferences/core/participant.ts';
import { readBeep } from '../twiml/core/dial.ts';
import type { DialConference } from '../twiml/core/verbs.ts';
import { readAnswerActions, readParties, readTimeout, readTrim } from './calls.ts';
import { findConference, readAnnouncement } from './conferences.ts';
import type { RestDeps } from './deps.ts';
import { readDetection } from './detection.ts';
import { ApiError, orNotFound } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';

type FoundParticipant =
  | { readonly kind: 'joined'; readonly participant: Participant }
  | { readonly kind: 'invited'; readonly live: LiveCall };

export function participantRoutes(api: FastifyInstance, deps: RestDeps): void {
  const { exchange, resources } = deps;
  const list = '/Conferences/:conference/Participants.json';
  const one = '/Conferences/:conference/Participants/:participant.json';

  api.post(list, async (request, reply) => {
    const form = new Form(request.body);
    const { from, to } = readParties(form, deps.directory);
    const conferenceVerb = readConferenceVerb(form);
    const callback = form.callback('StatusCallback', ['completed']);
    const ringMs = readTimeout(form);
    const answerActions = readAnswerActions(form);
    const detection = readDetection(form, 'participant');
    // Open the conference only now, so that a rejected request leaves no empty one behind.
    const conference = openConference(deps, param(request.params, 'conference'));
    const verb: DialConference = { ...conferenceVerb, name: conference.name };
    if (verb.label !== null && findParticipant(deps, conference.sid, verb.label)) throw new ApiError(16041);
    const live = exchange.create({
      from,
      to,
      callback,
      source: { kind: 'verbs', verbs: [verb] },
      invitation: { conferenceSid: conference.sid, label: verb.label },
      ringMs,
      answerActions,
      detection,
    });
    return reply.code(201).send(resources.invited(conference.sid, live));
  });

  api.get(list, async (request) => {
    const { sid } = findConference(deps, param(request.params, 'conference'));
    const query = new Form(request.query);
    const joined = (exchange.conferences.find(sid)?.participants ?? []).filter(
      (participant) =>
        matches(query.flag('Muted'), participant.muted) &&
        matches(query.flag('Hold'), participant.hold) &&
        matches(query.flag('Coaching'), participant.coaching),
    );
    const formatted = [
      ...joined.map((participant) => resources.participant(sid, participant)),
      ...invitedCalls(deps, sid).map((live) => resources.invited(sid, live)),
    ];
    const path = `${resources.root}/Conferences/${sid}/Participants.json`;
    return page(path, request.query, 'participants', formatted);
  });

  api.get(one, async (request) => {
    const { sid } = findConference(deps, param(request.params, 'conference'));
    return format(deps, sid, orNotFound(findParticipant(deps, sid, param(request.params, 'participant'))));
  });

  api.post(one, async (request) => {
    const { sid } = findConference(deps, param(request.params, 'conference'));
    const target = orNotFound(findParticipant(deps, sid, param(request.params, 'participant')));
    if (target.kind === 'invited') throw new ApiError(20404, 'the participant is not connected yet');
    const { callSid } = target.participant;
    const form = new Form(request.body);
    const announcement = readAnnouncement(form);
    const error = exchange.conferences.change(sid, callSid, readChange(form));
    if (error) throw toApiError(error);
    if (announcement) exchange.conferences.announce(sid, callSid, announcement);
    return format(deps, sid, orNotFound(findParticipant(deps, sid, callSid)));
  });

  api.delete(one, async (request, reply) => {
    const { sid } = findConference(deps, param(request.params, 'conference'));
    const target = orNotFound(findParticipant(deps, sid, param(request.params, 'participant')));
    const callSid = target.kind === 'joined' ? target.participant.callSid : target.live.call.sid;
    exchange.hangUp(callSid);
    return reply.code(204).send();
  });
}

/** An unknown name opens a conference; an unknown SID is an error. */
function openConference(deps: RestDeps, nameOrSid: string): { readonly sid: string; readonly name: string } {
  const running = deps.exchange.conferences.find(nameOrSid);
  if (running) return running;
  if (isSid('CF', nameOrSid) || nameOrSid.length > 128) throw new ApiError(20404);
  return deps.exchange.conferences.findOrCreate(nameOrSid);
}

function readConferenceVerb(form: Form): Omit<DialConference, 'name'> {
  const coach = form.text('CallSidToCoach');
  const wait = form.text('WaitUrl');
  const recordingCallback =
    form.callback('ConferenceRecordingStatusCallback', ['completed']) ??
    (form.flag('Record') === true ? null : form.callback('RecordingStatusCallback', ['completed']));
  const record = form.text('ConferenceRecord');
  const label = form.text('Label');
  if (label !== null && label.length > 128) throw new ApiError(20001, 'Label');
  return {
    verb: 'conference',
    action: null,
    method: 'POST',
    // The verb needs no limit of its own, because the created call has one.
    timeLimitSeconds: 86_400,
    hangupOnStar: false,
    label: label === '' ? null : label,
    muted: form.flag('Muted') ?? false,
    startOnEnter: form.flag('StartConferenceOnEnter') ?? true,
    endOnExit: form.flag('EndConferenceOnExit') ?? false,
    beep: readBeep(form.text('Beep') ?? undefined),
    wait: wait === null ? { kind: 'default' } : readMusic(form, 'WaitUrl', 'WaitMethod'),
    coach: form.flag('Coaching') === false ? null : coach,
    callback: form.callback('ConferenceStatusCallback', ['start', 'end']),
    record: record === 'true' || record === 'record-from-start',
    trim: readTrim(form, 'ConferenceTrim'),
    recordingCallback,
    maxParticipants: form.integer('MaxParticipants', 1, 250) ?? 250,
  };
}

function readMusic(form: Form, name: string, methodName: string): Music {
  const url = form.url(name, 20001);
  return url === null ? { kind: 'silence' } : { kind: 'url', url, method: form.method(methodName) };
}

function readChange(form: Form): ParticipantChange {
  const muted = form.flag('Muted');
  const hold = form.flag('Hold');
  const coaching = form.flag('Coaching');
  const coachedCall = form.text('CallSidToCoach');
  const endOnExit = form.flag('EndConferenceOnExit');
  const beepOnExit = form.flag('BeepOnExit');
  return {
    ...(muted === null ? {} : { muted }),
    ...(hold === null ? {} : { hold }),
    ...(hold === true && form.has('HoldUrl') ? { holdMusic: readMusic(form, 'HoldUrl', 'HoldMethod') } : {}),
    ...(coaching === null ? (coachedCall === null ? {} : { coaching: true }) : { coaching }),
    ...(coachedCall === null ? {} : { coachedCall }),
    ...(endOnExit === null ? {} : { endOnExit }),
    ...(beepOnExit === null ? {} : { beepOnExit }),
    ...(form.has('WaitUrl') ? { waitMusic: readMusic(form, 'WaitUrl', 'WaitMethod') } : {}),
  };
}

function toApiError(error: ChangeError): ApiError {
  switch (error) {
    case 'not-in-conference':
      return new ApiError(20404);
    case 'coached-on-hold':
      return new ApiError(16027);
    case 'coached-absent':
      return new ApiError(16028);
    default:
      return error satisfies never;
  }
}

function findParticipant(deps: RestDeps, conferenceSid: string, name: string): FoundParticipant | null {
  const participant = deps.exchange.conferences
    .find(conferenceSid)
    ?.participants.find((one) => one.callSid === name || one.label === name);
  if (participant) return { kind: 'joined', participant };
  const live = invitedCalls(deps, conferenceSid).find(
    (one) => one.call.sid === name || one.invitation?.label === name,
  );
  return live ? { kind: 'invited', live } : null;
}

function invitedCalls(deps: RestDeps, conferenceSid: string): readonly LiveCall[] {
  return deps.exchange.liveCalls.filter(
    (live) => live.invitation?.conferenceSid === conferenceSid && live.call.answeredAt === null,
  );
}

function format(deps: RestDeps, sid: string, participant: FoundParticipant): unknown {
  return participant.kind === 'joined'
    ? deps.resources.participant(sid, participant.participant)
    : deps.resources.invited(sid, participant.live);
}

function matches(expected: boolean | null, is: boolean): boolean {
  return expected === null || expected === is;
}
