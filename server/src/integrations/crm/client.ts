/** What every CRM's adapter has in common: a request in JSON, and what an answer means that is not the wished one. */

import * as z from 'zod/mini';
import type { SafeHttp, SafeHttpRequest } from '../../platform/telephony/safe-http.ts';
import type { Deed, Outcome, Setback } from './core/sync.ts';

export type CrmClient = {
  readonly [K in Deed['kind']]: (deed: Extract<Deed, { readonly kind: K }>) => Promise<Outcome>;
} & {
  /** Reads a little of everything that is written. `null`: all is well. */
  readonly test: () => Promise<Setback | null>;
};

export function perform(client: CrmClient, deed: Deed): Promise<Outcome> {
  return (client[deed.kind] as (one: Deed) => Promise<Outcome>)(deed);
}

/** How an account's CRM is reached. */
export interface CrmAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** Of an OAuth client; empty where a token is enough. */
  readonly clientId: string;
  /** The CRM's name of a field for the tag; empty: none. */
  readonly tagField: string;
}

export interface CrmRequest {
  readonly method: SafeHttpRequest['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, with the content type of the headers. */
  readonly body?: string;
}

export type CrmAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      /** Of a body that is empty or no JSON: null. */
      readonly json: unknown;
      readonly retryAfter: string | null;
      readonly isWhole: boolean;
      readonly text: string;
    }
  | { readonly ok: false; readonly error: string };

/** A page of what a CRM lists. */
const KEPT_CHARACTERS = 1_000_000;

export async function ask(http: SafeHttp, request: CrmRequest): Promise<CrmAnswer> {
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
    maxBodyLength: KEPT_CHARACTERS,
  });
  if (!sent.ok) return sent;
  const isWhole = sent.isTruncated !== true;
  return {
    ok: true,
    status: sent.status,
    json: isWhole ? parsed(sent.body) : null,
    retryAfter: sent.retryAfter ?? null,
    isWhole,
    text: sent.body,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type Send = (method: CrmRequest['method'], path: string, json?: unknown) => Promise<CrmAnswer>;

/** @param base what every path stands below */
export function sender(http: SafeHttp, base: string, headers: CrmRequest['headers']): Send {
  return (method, path, json) => ask(http, { method, url: `${base}${path}`, headers, json });
}

/** What a good answer says; undefined: it is none, or says something else. */
export function read<T>(
  schema: z.ZodMiniType<T>,
  answer: CrmAnswer,
  ...good: readonly number[]
): T | undefined {
  return z.safeParse(schema, answer.ok && good.includes(answer.status) ? answer.json : null).data;
}

/** Of what was made or updated. @param id undefined: it was not */
export function written(answer: CrmAnswer, id: string | undefined, now: number): Outcome {
  if (id !== undefined) return { kind: 'done', id };
  return answer.ok && answer.status === 404 ? { kind: 'gone' } : setback(answer, now);
}

export const isStatus = (answer: CrmAnswer, status: number) => answer.ok && answer.status === status;

/** So many pages of a contact's calls or notes are looked through. */
export const PAGES = 5;
export const AT_ONCE = 100;

/** Looks for the call's key in the notes of a contact, where nothing else holds it. */
export async function findNote(
  send: Send,
  path: string,
  notesIn: (
    answer: CrmAnswer,
  ) => readonly { id: string | number; note?: string | null | undefined }[] | undefined,
  key: string,
  now: () => number,
): Promise<Outcome> {
  for (let page = 0; page < PAGES; page += 1) {
    const answer = await send('GET', `${path}limit=${AT_ONCE}&offset=${page * AT_ONCE}`);
    if (isStatus(answer, 404)) return { kind: 'none' };
    const notes = notesIn(answer);
    if (!notes) return setback(answer, now());
    const same = notes.find(({ note }) => note?.includes(`[${key}]`));
    if (same) return { kind: 'done', id: String(same.id) };
    if (notes.length < AT_ONCE) break;
  }
  return { kind: 'none' };
}

/** What went wrong, when an adapter has not known better. */
export function setback(answer: CrmAnswer, now: number): Setback {
  if (!answer.ok) return { kind: 'later', error: answer.error, afterMs: null, isUnheard: true };
  const { status } = answer;
  const error = `HTTP ${status}${said(answer.text)}`;
  if (status === 429)
    return { kind: 'later', error, afterMs: waitFrom(answer.retryAfter, now), isUnheard: false };
  if (status === 401 || status === 402 || status === 403) return { kind: 'locked', error };
  if (status >= 300 && status < 400)
    return { kind: 'locked', error: `HTTP ${status}: the CRM is at another address.` };
  if (status === 503)
    return { kind: 'later', error, afterMs: waitFrom(answer.retryAfter, now), isUnheard: true };
  if (status >= 500 || status === 408) return { kind: 'later', error, afterMs: null, isUnheard: true };
  if (status >= 400) return { kind: 'refused', error };
  return { kind: 'later', error: `HTTP ${status}, which cannot be read.`, afterMs: null, isUnheard: true };
}

const MOST_SAID = 200;

/** The CRM's own words, in one line. */
function said(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? '' : `: ${line.slice(0, MOST_SAID)}`;
}

/** Seconds, or a date; in ms from now. */
function waitFrom(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** For a part of an address. */
export const part = encodeURIComponent;

/** Only what is known. */
export function filled(fields: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
}

/** For a test: the first of several answers that is not good. */
export async function firstSetback(
  answers: readonly (() => Promise<CrmAnswer>)[],
  now: () => number,
): Promise<Setback | null> {
  for (const one of answers) {
    const answer = await one();
    if (!answer.ok || answer.status !== 200 || answer.json === null) return setback(answer, now());
  }
  return null;
}
