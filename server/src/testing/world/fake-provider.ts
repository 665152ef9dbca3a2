// Fakes the provider's REST API and the realtime service's HTTP API for the official SDKs. Records requests in order
// and can lose responses.
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createInFlight } from '../../platform/process/in-flight.ts';
import { close, listen } from '../servers/local.ts';

export interface RecordedRequest {
  /** `create`, `participant`, `update`, `hold`, `call`, `calls`, `publish`, `endConnections`, … */
  readonly kind: string;
  /** The SID, number or name that the request is for. */
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly at: number;
}

export interface ProvidedCall {
  readonly sid: string;
  readonly to: string;
  status: string;
  readonly createdAt: Date;
  endedAt: Date | null;
  startedAt: Date | null;
}

export interface ProvidedText {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly createdAt: Date;
}

export type Fault =
  /** The request is performed, but the connection breaks before the response. */
  | 'loseResponse'
  /** The connection breaks first, and the request is performed later, once it is no longer held. */
  | 'performLate'
  /** The request isn't performed: 500. */
  | 'fail'
  | 'reject'
  | 'missing';

interface ProviderState {
  readonly journal: RecordedRequest[];
  readonly calls: Map<string, ProvidedCall>;
  readonly texts: ProvidedText[];
  readonly recordings: Map<string, Uint8Array>;
  /** Status of a conference's running recording, by conference SID. */
  readonly runningRecordings: Map<string, string>;
  /** Recordings of the Record verb, by call. */
  readonly voicemails: Map<string, { sid: string; status: string; duration: string }[]>;
  readonly conferences: Map<string, { sid: string; status: string; recordings: string[] }>;
  readonly faults: { readonly kind: string; readonly fault: Fault }[];
  readonly applications: Map<string, Record<string, string>>;
  readonly numbers: Map<string, Record<string, string>>;
}

export interface FakeProvider extends ProviderState {
  readonly url: string;
  readonly port: number;
  requests(kind: string, target?: string): RecordedRequest[];
  /** @throws unless there is exactly one */
  only(kind: string, target?: string): RecordedRequest;
  next(kind: string): Promise<RecordedRequest>;
  /** Delays requests of this kind until the returned function is called. */
  holdRequests(kind: string): () => void;
  inFlight(): readonly string[];
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** The phone network behind the provider. Called for each created or changed call, before the response. */
export interface TestNetwork {
  callCreated(
    call: ProvidedCall,
    request: { readonly conference: string | null } & Pick<RecordedRequest, 'fields'>,
  ): void;
  callChanged(call: ProvidedCall, fields: RecordedRequest['fields']): void;
}

export interface FakeProviderOptions {
  readonly now?: () => number;
  readonly network?: TestNetwork;
}

export async function startFakeProvider({
  now = Date.now,
  network,
}: FakeProviderOptions = {}): Promise<FakeProvider> {
  let counter = 0;
  const sid = (prefix: string) => `${prefix}${(++counter).toString(16).padStart(32, '0')}`;
  const provider: ProviderState = {
    journal: [],
    calls: new Map(),
    texts: [],
    recordings: new Map(),
    voicemails: new Map(),
    conferences: new Map(),
    runningRecordings: new Map(),
    faults: [],
    applications: new Map(),
    numbers: new Map(),
  };

  const newCall = (fields: Record<string, string>, conference: string | null): ProvidedCall => {
    const to = fields['To'] ?? '';
    const createdAt = new Date(now());
    const call = { sid: sid('CA'), to, status: 'queued', createdAt, startedAt: null, endedAt: null };
    provider.calls.set(call.sid, call);
    network?.callCreated(call, { conference, fields });
    return call;
  };

  const inFlight = createInFlight();
  const gates = new Map<string, Promise<void>>();
  const awaited: { readonly kind: string; readonly resolve: (request: RecordedRequest) => void }[] = [];

  const server = createServer(async (request, response) => {
    const answered = new Promise((resolve) => response.once('close', resolve));
    void inFlight.track(`${request.method} ${request.url} at the provider`, answered);
    // The client may have disconnected, for example a server that is shutting down.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const url = new URL(request.url ?? '/', 'http://provider');
    const path = url.pathname.replace(/^\/2010-04-01\/Accounts\/[^/]+/, '').replace(/\.json$/, '');
    const parts = path.split('/').filter((part) => part !== '');
    const fields: Record<string, string> = Object.fromEntries(
      path.startsWith('/apps/') ? [['body', body]] : new URLSearchParams(body),
    );
    answer(request.method ?? 'GET', parts, fields, url.searchParams, response);
  });

  function record(kind: string, target: string, fields: Record<string, string>): Fault | null {
    const recorded = { kind, target, fields, at: performance.now() };
    provider.journal.push(recorded);
    for (const waiter of awaited.filter((each) => each.kind === kind)) {
      awaited.splice(awaited.indexOf(waiter), 1);
      waiter.resolve(recorded);
    }
    const index = provider.faults.findIndex((fault) => fault.kind === kind);
    return index < 0 ? null : (provider.faults.splice(index, 1)[0]?.fault ?? null);
  }

  function answer(
    method: string,
    parts: readonly string[],
    fields: Record<string, string>,
    query: URLSearchParams,
    response: ServerResponse,
  ): unknown {
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const done = (kind: string, target: string, work: () => unknown): unknown => {
      const fault = record(kind, target, fields);
      if (fault === 'performLate') response.destroy();
      const gate = gates.get(kind);
      if (gate) return gate.then(() => conclude(kind, fault, work));
      return conclude(kind, fault, work);
    };
    const failed = () => send(500, { code: 20_500, message: 'failed', status: 500 });
    const absent = () => send(404, { code: 20_404, message: 'not found', status: 404 });
    const conclude = (kind: string, fault: Fault | null, work: () => unknown): unknown => {
      if (fault === 'fail') return failed();
      if (fault === 'missing') return absent();
      if (fault === 'reject') return send(400, { code: 21_211, message: 'refused', status: 400 });
      const value = work();
      if (fault === 'loseResponse' || fault === 'performLate') return response.destroy();
      if (value === undefined) return absent();
      return send(method === 'POST' && kind.startsWith('create') ? 201 : 200, value);
    };
    const [resource = '', one = '', inner = '', innerOne = ''] = parts;

    if (resource === 'apps' && inner === 'users')
      return done('endConnections', decodeURIComponent(innerOne), () => ({}));
    if (resource === 'apps') {
      const messages = publishedMessages(fields['body'] ?? '');
      for (const message of messages.slice(1)) record('publish', message, fields);
      return done('publish', messages[0] ?? '', () => ({}));
    }
    if (resource === 'Calls' && one === '') {
      if (method === 'POST') return done('create', fields['To'] ?? '', () => callJson(newCall(fields, null)));
      const to = query.get('To');
      const status = query.get('Status');
      if (status !== null)
        return done('callsWithStatus', status, () => ({
          calls: [...provider.calls.values()].filter((call) => call.status === status).map(callJson),
        }));
      return done('calls', to ?? '', () => ({
        calls: [...provider.calls.values()]
          .filter((call) => to === null || call.to.split('?')[0] === to)
          .reverse()
          .map(callJson),
      }));
    }
    if (resource === 'Calls' && inner === 'Recordings')
      return done('voicemails', one, () => ({
        recordings: provider.voicemails.get(one)?.map((found) => ({ ...found, source: 'RecordVerb' })) ?? [],
      }));
    if (resource === 'Calls') {
      const call = provider.calls.get(one);
      if (method === 'GET') return done('call', one, () => call && callJson(call));
      return done('update', one, () => {
        if (!call || call.endedAt) return undefined;
        if (fields['Status'] === 'completed') {
          call.status = call.status === 'in-progress' ? 'completed' : 'canceled';
          call.endedAt = new Date(now());
        }
        network?.callChanged(call, fields);
        return callJson(call);
      });
    }
    if (method === 'DELETE' && (resource === 'Recordings' || resource === 'Messages')) {
      const fault = record(resource === 'Messages' ? 'removeText' : 'removeRecording', one, {});
      if (fault !== null) return failed();
      const text = provider.texts.findIndex(({ sid: known }) => known === one);
      const wasRemoved = resource === 'Messages' ? text >= 0 : provider.recordings.delete(one);
      if (text >= 0) provider.texts.splice(text, 1);
      if (!wasRemoved) return absent();
      return response.writeHead(204).end();
    }
    if (resource === 'Messages' && method === 'POST')
      return done('createText', fields['To'] ?? '', () => {
        const { From: from = '', To: to = '', Body: text = '' } = fields;
        const created = { sid: sid('SM'), from, to, body: text, createdAt: new Date(now()) };
        provider.texts.push(created);
        return textJson(created);
      });
    if (resource === 'Messages') {
      const to = query.get('To') ?? '';
      return done('texts', to, () => ({
        messages: provider.texts
          .filter((text) => text.to === to)
          .toReversed()
          .map(textJson),
      }));
    }
    if (resource === 'Conferences' && one === '') {
      const name = query.get('FriendlyName') ?? '';
      return done('conferences', name, () => {
        const found = provider.conferences.get(name);
        return { conferences: found ? [{ sid: found.sid, status: found.status, friendly_name: name }] : [] };
      });
    }
    if (resource === 'Conferences' && inner === 'Participants' && innerOne === '')
      return done('participant', one, () => {
        const call = newCall(fields, one);
        return { call_sid: call.sid, conference_sid: sid('CF'), status: 'queued' };
      });
    if (resource === 'Conferences' && inner === 'Participants' && method === 'GET')
      return done('readParticipant', innerOne, () => ({ call_sid: innerOne, status: 'connected' }));
    if (resource === 'Conferences' && inner === 'Participants')
      return done('hold', innerOne, () => ({ call_sid: innerOne, hold: fields['Hold'] === 'true' }));
    if (resource === 'Conferences' && inner === 'Recordings' && method === 'POST')
      return done('updateRecording', one, () => {
        provider.runningRecordings.set(one, fields['Status'] ?? '');
        return { sid: sid('RE'), status: fields['Status'] };
      });
    if (resource === 'Conferences' && inner === 'Recordings') {
      const found = [...provider.conferences.values()].find((conference) => conference.sid === one);
      return done('recordings', one, () => ({
        recordings: [
          ...(found?.recordings ?? []).map((recording) => ({ sid: recording, status: 'completed' })),
          ...[provider.runningRecordings.get(one)].flatMap((status) =>
            status ? [{ sid: 'RE1', status }] : [],
          ),
        ],
      }));
    }
    if (resource === 'Recordings') {
      const wav = provider.recordings.get(one.replace(/\.wav$/, ''));
      const fault = record('recording', one, Object.fromEntries(query));
      if (!wav || fault !== null) return send(fault === null ? 404 : 500, {});
      return response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav);
    }
    if (resource === 'Applications')
      return resources('Application', provider.applications, 'applications', 'AP');
    if (resource === 'IncomingPhoneNumbers')
      return resources('Number', provider.numbers, 'incoming_phone_numbers', 'PN');
    return absent();

    function resources(kind: string, all: Map<string, Record<string, string>>, list: string, prefix: string) {
      if (method === 'GET') return done(`list${kind}`, '', () => ({ [list]: [...all.values()] }));
      return done(one === '' ? `create${kind}` : `update${kind}`, one, () => {
        const key = one === '' ? sid(prefix) : one;
        const known = all.get(key) ?? { sid: key };
        const next = { ...known, ...snakeCase(fields) };
        all.set(key, next);
        return next;
      });
    }
  }

  const requests = (kind: string, target?: string) =>
    provider.journal.filter((one) => one.kind === kind && (target === undefined || one.target === target));

  const url = await listen(server);
  return {
    ...provider,
    url,
    port: Number(new URL(url).port),
    requests,
    only(kind, target) {
      const [first, ...others] = requests(kind, target);
      if (first && others.length === 0) return first;
      throw new Error(`'${kind}' was requested ${first ? 1 + others.length : 0} times, not once`);
    },
    holdRequests(kind) {
      let open = () => {};
      gates.set(kind, new Promise((resolve) => (open = resolve)));
      return () => {
        gates.delete(kind);
        open();
      };
    },
    next: (kind) => new Promise((resolve) => awaited.push({ kind, resolve })),
    inFlight: inFlight.names,
    settled: inFlight.settled,
    stop: () => close(server),
  };
}

/** A batch's messages look like those that are sent alone. */
function publishedMessages(body: string): readonly string[] {
  const { batch } = JSON.parse(body) as { batch?: readonly { readonly channel: string }[] };
  return batch?.map(({ channel, ...event }) => JSON.stringify({ ...event, channels: [channel] })) ?? [body];
}

function callJson(call: ProvidedCall) {
  const seconds =
    call.endedAt && call.startedAt
      ? Math.round((call.endedAt.getTime() - call.startedAt.getTime()) / 1000)
      : null;
  return {
    sid: call.sid,
    to: call.to.split('?')[0],
    status: call.status,
    date_created: call.createdAt.toUTCString(),
    start_time: call.startedAt?.toUTCString() ?? null,
    end_time: call.endedAt?.toUTCString() ?? null,
    duration: seconds === null ? null : String(seconds),
  };
}

function textJson({ sid, from, to, body, createdAt }: ProvidedText) {
  return { sid, from, to, body, status: 'queued', date_created: createdAt.toUTCString() };
}

function snakeCase(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
      value,
    ]),
  );
}
