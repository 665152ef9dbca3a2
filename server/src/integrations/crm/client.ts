import * as z from 'zod/mini';
import { english } from '../../platform/core/sentences.ts';
import type { SafeHttp, SafeHttpRequest } from '../../platform/telephony/safe-http.ts';
import { type Candidate, type CrmContact, chooseContact } from './core/contact.ts';
import type { CrmAction, Failure, Outcome } from './core/sync.ts';

export type CrmClient = {
  readonly [K in CrmAction['kind']]: (action: Extract<CrmAction, { readonly kind: K }>) => Promise<Outcome>;
} & {
  /** Reads one of each kind of object that we write. Null if everything works. */
  readonly test: () => Promise<Failure | null>;
};

export function performAction(client: CrmClient, action: CrmAction): Promise<Outcome> {
  return (client[action.kind] as (one: CrmAction) => Promise<Outcome>)(action);
}

export interface CrmAccess {
  readonly url: string;
  readonly token: string;
  /** Empty if the CRM needs only a token. */
  readonly clientId: string;
  /** Empty for none. */
  readonly tagField: string;
}

export interface CrmRequest {
  readonly method: SafeHttpRequest['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Sent unchanged, with the content type from `headers`. */
  readonly body?: string;
}

export type CrmResponse =
  | {
      readonly ok: true;
      readonly status: number;
      /** Null if the body is empty or not JSON. */
      readonly json: unknown;
      readonly retryAfter: string | null;
      readonly isComplete: boolean;
      readonly text: string;
    }
  | { readonly ok: false; readonly error: string };

const MAX_RESPONSE_CHARACTERS = 1_000_000;

export async function sendRequest(http: SafeHttp, request: CrmRequest): Promise<CrmResponse> {
  const { json, body = '' } = request;
  const sent = await http.send({
    method: request.method,
    url: request.url,
    headers: {
      accept: 'application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    body: json === undefined ? body : JSON.stringify(json),
    maxBodyLength: MAX_RESPONSE_CHARACTERS,
  });
  if (!sent.ok) return sent;
  const isWhole = sent.isTruncated !== true;
  return {
    ok: true,
    status: sent.status,
    json: isWhole ? parseJson(sent.body) : null,
    retryAfter: sent.retryAfter ?? null,
    isComplete: isWhole,
    text: sent.body,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type Send = (method: CrmRequest['method'], path: string, json?: unknown) => Promise<CrmResponse>;

export function createSender(http: SafeHttp, base: string, headers: CrmRequest['headers']): Send {
  return (method, path, json) => sendRequest(http, { method, url: `${base}${path}`, headers, json });
}

/** Undefined unless the status is one of `statuses` and the body matches. */
export function parseResponse<T>(
  schema: z.ZodMiniType<T>,
  response: CrmResponse,
  ...statuses: readonly number[]
): T | undefined {
  return z.safeParse(schema, response.ok && statuses.includes(response.status) ? response.json : null).data;
}

/** @param id of the created or updated record; undefined if that failed */
export function toOutcome(response: CrmResponse, id: string | undefined, now: number): Outcome {
  if (id !== undefined) return { kind: 'done', id };
  return response.ok && response.status === 404 ? { kind: 'notFound' } : toFailure(response, now);
}

export const isStatus = (response: CrmResponse, status: number) => response.ok && response.status === status;

/** For CRMs that search by one value at a time. @param paths in order of precedence */
export async function searchContact(
  send: Send,
  paths: readonly string[],
  candidatesIn: (response: CrmResponse) => readonly Candidate[] | undefined,
  contact: CrmContact,
  now: () => number,
): Promise<Outcome> {
  for (const path of paths) {
    const response = await send('GET', path);
    const candidates = candidatesIn(response);
    if (!candidates) return toFailure(response, now());
    const id = chooseContact(candidates, contact);
    if (id !== null) return { kind: 'done', id };
  }
  return { kind: 'noMatch' };
}

export const MAX_PAGES = 5;
export const PAGE_SIZE = 100;

/** For CRMs without a field for an external ID. */
export async function findNote(
  send: Send,
  path: string,
  notesIn: (
    response: CrmResponse,
  ) => readonly { id: string | number; note?: string | null | undefined }[] | undefined,
  key: string,
  now: () => number,
): Promise<Outcome> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await send('GET', `${path}limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}`);
    if (isStatus(response, 404)) return { kind: 'noMatch' };
    const notes = notesIn(response);
    if (!notes) return toFailure(response, now());
    const same = notes.find(({ note }) => note?.includes(`[${key}]`));
    if (same) return { kind: 'done', id: String(same.id) };
    if (notes.length < PAGE_SIZE) break;
  }
  return { kind: 'noMatch' };
}

export function toFailure(response: CrmResponse, now: number): Failure {
  if (!response.ok) return { kind: 'retry', error: response.error, afterMs: null, mayHaveSucceeded: true };
  const { status } = response;
  const error = `HTTP ${status}${excerpt(response.text)}`;
  if (status === 429)
    return {
      kind: 'retry',
      error,
      afterMs: parseRetryAfter(response.retryAfter, now),
      mayHaveSucceeded: false,
    };
  if (status === 401 || status === 402 || status === 403) return { kind: 'unauthorized', error };
  if (status >= 300 && status < 400)
    return {
      kind: 'unauthorized',
      error: english({ id: 'crm.redirects', values: { status: String(status) } }),
    };
  if (status === 503)
    return {
      kind: 'retry',
      error,
      afterMs: parseRetryAfter(response.retryAfter, now),
      mayHaveSucceeded: true,
    };
  if (status >= 500 || status === 408) return { kind: 'retry', error, afterMs: null, mayHaveSucceeded: true };
  if (status >= 400) return { kind: 'rejected', error };
  return {
    kind: 'retry',
    error: english({ id: 'crm.unreadable', values: { status: String(status) } }),
    afterMs: null,
    mayHaveSucceeded: true,
  };
}

const MAX_EXCERPT_CHARACTERS = 200;

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? '' : `: ${line.slice(0, MAX_EXCERPT_CHARACTERS)}`;
}

/** Seconds or a date. @returns ms from now */
function parseRetryAfter(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

export const urlPart = encodeURIComponent;

export function omitEmpty(
  fields: Readonly<Record<string, string | null | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
}

export async function firstFailure(
  requests: readonly (() => Promise<CrmResponse>)[],
  now: () => number,
): Promise<Failure | null> {
  for (const send of requests) {
    const response = await send();
    if (!response.ok || response.status !== 200 || response.json === null) return toFailure(response, now());
  }
  return null;
}
