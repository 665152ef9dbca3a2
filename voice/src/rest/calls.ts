import type { FastifyInstance } from 'fastify';
import { formatAddress, isPhoneNumber, parseAddress } from '../calls/core/address.ts';
import { type Call, isFinal } from '../calls/core/call.ts';
import type { AnswerActions, LiveCall } from '../calls/live-call.ts';
import { parseTrack } from '../recordings/core/recorded-voices.ts';
import { isShallow } from '../signaling/core/json-depth.ts';
import type { Directory } from '../store/directory.ts';
import type { DocumentAddress, Source } from '../twiml/core/program.ts';
import { rfc2822 } from '../webhooks/dates.ts';
import { dateFilter } from './date-filter.ts';
import type { RestDeps } from './deps.ts';
import { readDetection } from './detection.ts';
import { ApiError, orNotFound } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';
import { apiStatus } from './resources.ts';

/** The provider rings for 60 s by default, and always 5 s longer than requested. */
const DEFAULT_TIMEOUT_SECONDS = 60;
const ADDED_TIMEOUT_SECONDS = 5;

export function callRoutes(api: FastifyInstance, deps: RestDeps): void {
  const { exchange, store, resources } = deps;

  api.post('/Calls.json', async (request, reply) => {
    const form = new Form(request.body);
    const { from, to } = readParties(form, deps.directory);
    const live = exchange.create({
      from,
      to,
      callback: form.callback('StatusCallback', ['completed']),
      source: readSource(form, deps.directory),
      invitation: null,
      ringMs: readTimeout(form),
      answerActions: readAnswerActions(form),
      fallback: readFallback(form),
      detection: readDetection(form, 'call'),
    });
    return reply.code(201).send(resources.call(live.call));
  });

  api.get('/Calls.json', async (request) => {
    const query = new Form(request.query);
    const [status, from, to, parent] = ['Status', 'From', 'To', 'ParentCallSid'].map((name) =>
      query.text(name),
    );
    const [started, ended] = [dateFilter(query, 'StartTime'), dateFilter(query, 'EndTime')];
    const calls = store.calls
      .list()
      .filter(
        (call) =>
          (!status || apiStatus(call) === status) &&
          (!from || call.from === normalizeAddress(from)) &&
          (!to || call.to === normalizeAddress(to)) &&
          (!parent || call.parentSid === parent) &&
          started(call.answeredAt ?? call.endedAt) &&
          ended(call.endedAt),
      );
    return page(`${resources.root}/Calls.json`, request.query, 'calls', calls, (one) => resources.call(one));
  });

  api.get('/Calls/:call.json', async (request) => {
    return resources.call(orNotFound(store.calls.get(param(request.params, 'call'))));
  });

  api.post('/Calls/:call.json', async (request) => {
    const sid = param(request.params, 'call');
    const call = orNotFound(store.calls.get(sid));
    updateCall(deps, exchange.find(sid), new Form(request.body));
    return resources.call(store.calls.get(sid) ?? call);
  });

  api.delete('/Calls/:call.json', async (request, reply) => {
    const call = orNotFound(store.calls.get(param(request.params, 'call')));
    if (!isFinal(call.status)) throw new ApiError(20001, 'a call can be deleted only after it has ended');
    store.calls.remove(call.sid);
    return reply.code(204).send();
  });

  const subscriptions = '/Calls/:call/UserDefinedMessageSubscriptions';
  api.post(`${subscriptions}.json`, async (request, reply) => {
    const live = exchange.find(param(request.params, 'call'));
    const form = new Form(request.body);
    const url = form.url('Callback', 20001);
    if (!live?.party.sendMessage) throw new ApiError(20404);
    if (url === null) throw new ApiError(20001, 'Callback');
    const sid = exchange.newSid('ZY');
    const target = { url, method: form.method('Method'), events: [] };
    live.subscriptions.set(sid, { target, sent: 0 });
    return reply.code(201).send({
      account_sid: exchange.accountSid,
      call_sid: live.call.sid,
      sid,
      date_created: rfc2822(Date.now()),
      uri: `${resources.root}/Calls/${live.call.sid}/UserDefinedMessageSubscriptions/${sid}.json`,
    });
  });

  api.delete(`${subscriptions}/:subscription.json`, async (request, reply) => {
    const live = exchange.find(param(request.params, 'call'));
    if (!live?.subscriptions.delete(param(request.params, 'subscription'))) throw new ApiError(20404);
    return reply.code(204).send();
  });

  api.post('/Calls/:call/UserDefinedMessages.json', async (request, reply) => {
    const live = exchange.find(param(request.params, 'call'));
    const content = new Form(request.body).text('Content');
    if (!live?.party.sendMessage) throw new ApiError(20404);
    if (content === null || content.length > 10_240) throw new ApiError(20001, 'Content');
    const value = readJson(content);
    if (!isShallow(value)) throw new ApiError(20001, 'Content is nested too deep');
    const sid = exchange.newSid('KX');
    live.party.sendMessage(value, 'application/json', sid);
    return reply.code(201).send({
      account_sid: exchange.accountSid,
      call_sid: live.call.sid,
      sid,
      date_created: rfc2822(Date.now()),
    });
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(20001, 'Content must be JSON');
  }
}

/** Filters match an address in any notation. */
function normalizeAddress(text: string): string {
  const address = parseAddress(text);
  return address ? formatAddress(address) : text;
}

function updateCall(deps: RestDeps, live: LiveCall | undefined, form: Form): void {
  const status = form.text('Status');
  const limit = form.integer('TimeLimit', 1, 86_400);
  const callback = form.callback('StatusCallback', ['completed']);
  const fallback = readFallback(form);
  if (status !== null && status !== 'completed' && status !== 'canceled')
    throw new ApiError(20001, 'Status must be completed or canceled');
  if (live && callback) deps.exchange.setCallback(live, callback);
  if (live && fallback) live.fallback = fallback;
  if (live?.call.status === 'in-progress' && limit !== null) deps.exchange.limitDuration(live, limit * 1_000);
  if (status !== null) {
    if (!live) return;
    if (live.call.status !== 'in-progress') deps.exchange.end(live.call.sid, 'canceled', 487, null);
    else if (status === 'completed') deps.exchange.hangUp(live.call.sid);
    return;
  }
  if (!form.has('Url') && !form.has('Twiml')) {
    if (live && (limit !== null || callback || fallback)) return;
    throw new ApiError(21205);
  }
  const source = readSource(form, deps.directory);
  if (live?.call.status !== 'in-progress') throw new ApiError(21220);
  deps.exchange.redirect(live, source);
}

function readSource(form: Form, directory: Directory): Source {
  const twiml = form.text('Twiml');
  if (twiml !== null && twiml !== '') return { kind: 'twiml', xml: twiml };
  const url = form.url('Url', 21205);
  if (url !== null) return { kind: 'url', url, method: form.method('Method'), params: [] };
  const sid = form.text('ApplicationSid');
  if (sid === null) throw new ApiError(21205);
  const application = directory.application(sid);
  const voice = application && directory.voiceSettings(application);
  if (!voice) throw new ApiError(21218);
  return { kind: 'url', url: voice.url, method: voice.method, params: [] };
}

export function readParties(form: Form, directory: Directory): Pick<Call, 'from' | 'to'> {
  const to = form.text('To');
  const from = form.text('From');
  if (to === null || to === '') throw new ApiError(21201);
  if (from === null || from === '') throw new ApiError(21213);
  const callee = parseAddress(to);
  if (!callee) throw new ApiError(21211);
  if (callee.kind === 'client') {
    if (from.length > 128) throw new ApiError(21212);
    return { from, to };
  }
  if (from.startsWith('client:') && parseAddress(from)) return { from, to };
  if (!isPhoneNumber(from)) throw new ApiError(21212);
  if (!directory.mayCallFrom(from)) throw new ApiError(21210);
  return { from, to: callee.number };
}

export function readAnswerActions(form: Form): AnswerActions {
  const digits = form.text('SendDigits') ?? '';
  if (!/^[0-9*#wW]{0,100}$/.test(digits)) throw new ApiError(20001, 'SendDigits may contain 0-9, *, # and w');
  const limit = form.integer('TimeLimit', 1, 86_400);
  return {
    sendDigits: digits === '' ? null : digits.toLowerCase(),
    maxDurationMs: limit === null ? null : limit * 1_000,
    record: form.flag('Record') === true ? readRecording(form) : null,
  };
}

export function readRecording(form: Form): NonNullable<AnswerActions['record']> {
  return {
    voices: parseTrack(form.text('RecordingTrack')),
    channels: form.text('RecordingChannels') === 'dual' ? 2 : 1,
    trim: readTrim(form, 'Trim'),
    callback: form.callback('RecordingStatusCallback', ['completed']),
  };
}

export function readTrim(form: Form, name: string): boolean {
  const text = form.text(name);
  if (text === null || text === '' || text === 'do-not-trim') return false;
  if (text === 'trim-silence') return true;
  throw new ApiError(20001, `${name} must be trim-silence or do-not-trim`);
}

function readFallback(form: Form): DocumentAddress | null {
  const url = form.url('FallbackUrl', 21205);
  return url === null ? null : { url, method: form.method('FallbackMethod') };
}

export function readTimeout(form: Form): number {
  return ((form.integer('Timeout', 1, 600) ?? DEFAULT_TIMEOUT_SECONDS) + ADDED_TIMEOUT_SECONDS) * 1_000;
}
