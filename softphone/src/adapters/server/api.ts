/** The API as functions of the contract's table. A failure is a value with the sentence that a person reads. */
import { UNKNOWN_ERROR_TEXT } from '@offhook/contract/errors';
import {
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  REQUESTS,
  Refusal,
  type RequestName,
  type ResponseOf,
} from '@offhook/contract/requests';
import * as z from 'zod/mini';

/** `status` is 0 when no answer came at all. */
export interface ApiFailure {
  readonly ok: false;
  readonly status: number;
  readonly error: string;
  /** The API itself said no, with a sentence; false for what a gateway or a broken line makes of an answer. */
  readonly refused: boolean;
  /** The server does not know this request, which is no part of the specification: it is not asked again. */
  readonly notOffered?: true;
}

export type ApiResult<T> = { readonly ok: true; readonly value: T } | ApiFailure;

type PartOf<K extends string, T> = [T] extends [undefined] ? unknown : { readonly [P in K]: T };
type Input<N extends RequestName> = PartOf<'params', ParamsOf<N>> &
  PartOf<'query', QueryOf<N>> &
  PartOf<'body', BodyOf<N>> & {
    readonly keepalive?: boolean;
    readonly timeoutMs?: number;
    readonly idempotencyKey?: string;
  };

export interface Api {
  /** Origin of the API, for links to it. */
  readonly base: string;
  /** Asks for something: the answer must be what the contract says. */
  readonly ask: <N extends RequestName>(name: N, input: Input<N>) => Promise<ApiResult<ResponseOf<N>>>;
  /** Tells something: an empty answer is as good as `{success: true}`. */
  readonly tell: <N extends RequestName>(name: N, input: Input<N>) => Promise<ApiResult<null>>;
}

export interface ApiOptions {
  /** Origin without a slash at the end. */
  readonly base: string;
  /** A request after the first was answered with 401: the session is over. */
  readonly sessionExpired: () => void;
  /** For an answer, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Requests that a server may lack. It does when its first answer to one is 404; a later 404 is an accident on the way.
 * An unknown call is 404 as well, so the hang-up counts only where the presence report is lacking too.
 */
const EXTRAS: readonly RequestName[] = ['reportPresence', 'hangUp', 'reportQuality', 'getCallable'];

/** The largest answer that is read, in characters; a page of the longest list is a hundredth of it. */
const ANSWER_LIMIT = 2_000_000;

interface AnyInput {
  readonly params?: { readonly id?: unknown };
  readonly query?: object;
  readonly body?: object;
  readonly keepalive?: boolean;
  readonly timeoutMs?: number;
  readonly idempotencyKey?: string;
}

interface RawAnswer {
  readonly status: number;
  /** Null: more than anybody reads. */
  readonly text: string | null;
}

export function createApi({ base, sessionExpired, timeoutMs = 15_000 }: ApiOptions): Api {
  let csrfToken: string | null = null;
  const offered = new Map<RequestName, boolean>();

  /** Whether the server lacks this request, by its answer. */
  function lacks(name: RequestName, status: number): boolean {
    if (!EXTRAS.includes(name)) return false;
    const isSure = name !== 'hangUp' || offered.get('reportPresence') === false;
    if (!offered.has(name) && isSure) offered.set(name, status !== 404);
    return offered.get(name) === false;
  }

  async function exchange(name: RequestName, input: AnyInput): Promise<RawAnswer | null> {
    const row = REQUESTS[name];
    const asForm = 'bodyKind' in row;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (csrfToken !== null) headers['x-csrf-token'] = csrfToken;
    if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
    const init: RequestInit = {
      method: row.method,
      headers,
      credentials: 'include',
      keepalive: input.keepalive ?? false,
      signal: AbortSignal.timeout(input.timeoutMs ?? timeoutMs),
    };
    if (input.body) {
      headers['content-type'] = asForm ? 'application/x-www-form-urlencoded' : 'application/json';
      init.body = asForm ? queryText(input.body) : JSON.stringify(input.body);
    }
    const path = row.path.replace(':id', encodeURIComponent(String(input.params?.id ?? '')));
    const query = queryText(input.query ?? {});
    try {
      const response = await fetch(`${base}${path}${query && `?${query}`}`, init);
      return { status: response.status, text: await boundedText(response) };
    } catch {
      return null;
    }
  }

  async function request(name: RequestName, input: AnyInput): Promise<ApiResult<unknown>> {
    if (offered.get(name) === false) return NOT_OFFERED;
    const answer = await exchange(name, input);
    if (!answer) return { ok: false, status: 0, error: UNKNOWN_ERROR_TEXT, refused: false };
    const { status, text } = answer;
    // A 401 to the first call would reload for ever.
    if (status === 401 && name !== 'getUser') sessionExpired();
    if (lacks(name, status)) return NOT_OFFERED;
    const body = text === '' ? null : parseJson(text);
    const refusal = Refusal.safeParse(body);
    if (status >= 200 && status < 300 && body !== undefined && (name === 'getUser' || !isRefused(body))) {
      return { ok: true, value: body };
    }
    const error = (refusal.data?.error ?? '') || UNKNOWN_ERROR_TEXT;
    return { ok: false, status, error, refused: refusal.success };
  }

  return {
    base,
    ask: async <N extends RequestName>(name: N, input: Input<N>): Promise<ApiResult<ResponseOf<N>>> => {
      const result = await request(name, input);
      if (!result.ok) return result;
      const parsed = z.safeParse(REQUESTS[name].response, result.value);
      if (!parsed.success) return { ok: false, status: 200, error: UNKNOWN_ERROR_TEXT, refused: false };
      const token = CsrfToken.safeParse(parsed.data);
      if (token.success) csrfToken = token.data.csrf_token;
      return { ok: true, value: parsed.data as ResponseOf<N> };
    },
    tell: async (name, input) => {
      const result = await request(name, input);
      return result.ok ? { ok: true, value: null } : result;
    },
  };
}

const NOT_OFFERED: ApiFailure = {
  ok: false,
  status: 404,
  error: UNKNOWN_ERROR_TEXT,
  refused: false,
  notOffered: true,
};

const CsrfToken = z.object({ csrf_token: z.string() });

function isRefused(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false;
}

/** Undefined when the text is no JSON. */
function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function queryText(values: object): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
}

async function boundedText(response: Response): Promise<string | null> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  // An announced length is checked by the browser; it also spares the log the stream's 'aborted' at its end.
  if (length <= ANSWER_LIMIT) return response.text();
  if (!response.body) return '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length <= ANSWER_LIMIT) continue;
    await reader.cancel();
    return null;
  }
}
