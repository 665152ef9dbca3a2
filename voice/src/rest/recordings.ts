import type { FastifyInstance } from 'fastify';
import type { Recording } from '../store/schemas.ts';
import { readRecording, readTrim } from './calls.ts';
import { findConference } from './conferences.ts';
import { dateFilter } from './date-filter.ts';
import type { RestDeps } from './deps.ts';
import { ApiError, orNotFound } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';

type Owner = { readonly conferenceSid: string } | { readonly callSid: string };

export function recordingRoutes(api: FastifyInstance, deps: RestDeps): void {
  const { store, resources, exchange } = deps;
  const format = (one: Recording): unknown => resources.recording(one);

  for (const kind of ['Calls', 'Conferences'] as const) {
    const formatOwn = (one: Recording): unknown =>
      kind === 'Calls' ? resources.callRecording(one) : resources.conferenceRecording(one);
    const ownerOf = (params: unknown): Owner =>
      kind === 'Calls'
        ? { callSid: existingCallSid(deps, param(params, 'owner')) }
        : { conferenceSid: findConference(deps, param(params, 'owner')).sid };

    api.post(`/${kind}/:owner/Recordings.json`, async (request, reply) => {
      const form = new Form(request.body);
      const recording = start(deps, ownerOf(request.params), form);
      return reply.code(201).send(formatOwn(recording));
    });

    api.get(`/${kind}/:owner/Recordings.json`, async (request) => {
      const owner = ownerOf(request.params);
      const path = `${resources.root}/${kind}/${param(request.params, 'owner')}/Recordings.json`;
      const created = dateFilter(new Form(request.query), 'DateCreated');
      const list = recordingsOf(deps, owner).filter((one) => created(one.startedAt));
      return page(path, request.query, 'recordings', list, formatOwn);
    });

    api.get(`/${kind}/:owner/Recordings/:recording.json`, async (request) =>
      formatOwn(findRecording(deps, ownerOf(request.params), param(request.params, 'recording'))),
    );

    api.post(`/${kind}/:owner/Recordings/:recording.json`, async (request) => {
      const { sid } = findRecording(deps, ownerOf(request.params), param(request.params, 'recording'));
      await update(deps, sid, new Form(request.body));
      return formatOwn(orNotFound(store.recordings.get(sid)));
    });

    api.delete(`/${kind}/:owner/Recordings/:recording.json`, async (request, reply) => {
      const { sid } = findRecording(deps, ownerOf(request.params), param(request.params, 'recording'));
      await exchange.recordings.remove(sid);
      return reply.code(204).send();
    });
  }

  api.get('/Recordings.json', async (request) => {
    const query = new Form(request.query);
    const call = query.text('CallSid');
    const conference = query.text('ConferenceSid');
    const created = dateFilter(query, 'DateCreated');
    const list = store.recordings
      .list()
      .filter(
        (one) =>
          (!call || one.callSid === call) &&
          (!conference || one.conferenceSid === conference) &&
          created(one.startedAt),
      );
    return page(`${resources.root}/Recordings.json`, request.query, 'recordings', list, format);
  });

  api.get('/Recordings/:recording.json', async (request) =>
    format(orNotFound(store.recordings.get(param(request.params, 'recording')))),
  );

  api.delete('/Recordings/:recording.json', async (request, reply) => {
    const recording = orNotFound(store.recordings.get(param(request.params, 'recording')));
    await exchange.recordings.remove(recording.sid);
    return reply.code(204).send();
  });
}

function start(deps: RestDeps, owner: Owner, form: Form): Recording {
  const { exchange } = deps;
  if ('callSid' in owner) {
    if (exchange.find(owner.callSid)?.call.status !== 'in-progress') throw new ApiError(21220);
    return exchange.recordings.start({
      callSid: owner.callSid,
      conferenceSid: null,
      source: 'StartCallRecordingAPI',
      ...readRecording(form),
    });
  }
  const conference = exchange.conferences.find(owner.conferenceSid);
  if (conference?.status !== 'in-progress') throw new ApiError(20001, 'the conference is not in progress');
  if (exchange.conferences.recordingOf(conference.sid) !== null)
    throw new ApiError(20001, 'the conference is already being recorded');
  return exchange.recordings.start({
    callSid: conference.firstJoined ?? '',
    conferenceSid: conference.sid,
    source: 'StartConferenceRecordingAPI',
    voices: 'both',
    channels: 2,
    trim: readTrim(form, 'Trim'),
    callback: form.callback('RecordingStatusCallback', ['completed']),
  });
}

async function update(deps: RestDeps, sid: string, form: Form): Promise<void> {
  const { recordings } = deps.exchange;
  const status = form.text('Status');
  switch (status) {
    case 'paused':
      await recordings.setPaused(sid, true, { recordSilence: form.text('PauseBehavior') !== 'skip' });
      return;
    case 'in-progress':
      await recordings.setPaused(sid, false);
      return;
    case 'stopped':
      void recordings.stop(sid);
      return;
    default:
      throw new ApiError(20001, 'Status must be paused, in-progress or stopped');
  }
}

function recordingsOf(deps: RestDeps, owner: Owner): readonly Recording[] {
  return deps.store.recordings
    .list()
    .filter((one) =>
      'callSid' in owner ? one.callSid === owner.callSid : one.conferenceSid === owner.conferenceSid,
    );
}

/** Finds a recording by SID; `Twilio.CURRENT` is the running one. */
function findRecording(deps: RestDeps, owner: Owner, sid: string): Recording {
  const { recordings } = deps.exchange;
  if (sid === 'Twilio.CURRENT') {
    const running =
      'callSid' in owner ? recordings.forCall(owner.callSid) : recordings.forConference(owner.conferenceSid);
    return orNotFound(running[0]);
  }
  return orNotFound(recordingsOf(deps, owner).find((one) => one.sid === sid));
}

function existingCallSid(deps: RestDeps, sid: string): string {
  return orNotFound(deps.store.calls.get(sid)).sid;
}
