/** The client of a table of requests: for the pages, and for tests and benches that ask the API over HTTP. */
import * as z from 'zod/mini';
import { UNKNOWN_ERROR_TEXT } from '../errors.ts';
import { Refusal, type Rest } from '../requests.ts';

interface Row extends Rest {
  readonly method: string;
  readonly path: string;
}
type Table = Readonly<Record<string, Row>>;
type NameOf<T> = keyof T & string;

interface Sending {
  /** The request outlives the page. */
  readonly keepalive?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

type Part<R, K extends string> =
  R extends Record<K, infer S extends z.ZodMiniType> ? { readonly [P in K]: z.input<S> } : unknown;
/** The parts of a request that its row has, and how it is sent. */
export type InputOf<R> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'> & Sending;
export type AnswerOf<R extends Row> = z.infer<R['response']>;

export interface ApiFailure {
  readonly ok: false;
  /**
   * `refused`: the API itself said no. `unreadable`: what a gateway or a broken line makes of an answer. `notOffered`:
   * the server lacks this request, which is no part of the specification.
   */
  readonly code: 'refused' | 'noAnswer' | 'unreadable' | 'notOffered';
  /** 0 when no answer came at all. */
  readonly status: number;
  /** The sentence that a person reads. */
  readonly error: string;
}
export type ApiResult<T> = { readonly ok: true; readonly value: T } | ApiFailure;

export interface Client<T extends Table> {
  /** Origin of the API, for links to it. */
  readonly base: string;
  /** The answer must be what the row says. */
  readonly ask: <N extends NameOf<T>>(name: N, input: InputOf<T[N]>) => Promise<ApiResult<AnswerOf<T[N]>>>;
  /** An empty answer is as good as `{success: true}`. */
  readonly tell: <N extends NameOf<T>>(name: N, input: InputOf<T[N]>) => Promise<ApiResult<unknown>>;
  /** For a request that the table does not have. */
  readonly csrfToken: () => string | null;
}

export interface ClientOptions<T extends Table> {
  readonly table: T;
  /** Origin without a slash at the end. */
  readonly base: string;
  readonly fetch: typeof fetch;
  /** Every answer, by its status. */
  readonly answered?: (name: NameOf<T>, status: number) => void;
  /** For an answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** The largest answer that is read, in characters. */
  readonly answerLimit?: number;
}

interface AnyInput extends Sending {
  readonly params?: { readonly id?: unknown };
  readonly query?: object;
  readonly body?: object;
}

export function createClient<T extends Table>(options: ClientOptions<T>): Client<T> {
  const { table, base, fetch, answered, answerLimit } = options;
  let csrfToken: string | null = null;

  async function request(
    name: NameOf<T>,
    input: AnyInput,
    response?: z.ZodMiniType,
  ): Promise<ApiResult<unknown>> {
    const { method, path, bodyKind } = table[name] as Row;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (csrfToken !== null) headers['x-csrf-token'] = csrfToken;
    if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
    const limit = AbortSignal.timeout(input.timeoutMs ?? options.timeoutMs ?? 15_000);
    const init: RequestInit = {
      method,
      headers,
      credentials: 'include',
      keepalive: input.keepalive ?? false,
      signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
    };
    if (input.body) {
      headers['content-type'] = bodyKind ? 'application/x-www-form-urlencoded' : 'application/json';
      init.body = bodyKind ? queryText(input.body) : JSON.stringify(input.body);
    }
    const place = path.replace(':id', encodeURIComponent(String(input.params?.id ?? '')));
    const query = queryText(input.query ?? {});
    const answer = await exchange(`${base}${place}${query && `?${query}`}`, init);
    if (!answer) return failure('noAnswer', 0);
    answered?.(name, answer.status);
    return resultOf(answer.status, answer.text, response);
  }

  /** Null when no answer came. */
  async function exchange(url: string, init: RequestInit) {
    try {
      const answer = await fetch(url, init);
      return { status: answer.status, text: await boundedText(answer, answerLimit) };
    } catch {
      return null;
    }
  }

  return {
    base,
    csrfToken: () => csrfToken,
    ask: async (name, input) => {
      const result = await request(name, input as AnyInput, (table[name] as Row).response);
      const token = result.ok && (result.value as { readonly csrf_token?: unknown }).csrf_token;
      if (typeof token === 'string') csrfToken = token;
      return result as ApiResult<AnswerOf<T[typeof name]>>;
    },
    tell: (name, input) => request(name, input as AnyInput),
  };
}

/**
 * @param text null: more than is read
 * @param schema of the answer; without one it is not read any further than to find a refusal
 */
export function resultOf<S extends z.ZodMiniType>(
  status: number,
  text: string | null,
  schema?: S,
): ApiResult<z.infer<S>> {
  const body = (text === '' ? null : parseJson(text)) as { readonly success?: unknown } | null | undefined;
  if (status >= 200 && status < 300) {
    const told = body?.success === false ? undefined : body;
    const value = schema ? z.safeParse(schema, body).data : told;
    if (value !== undefined) return { ok: true, value: value as z.infer<S> };
  }
  const { data } = z.safeParse(Refusal, body);
  return failure(data ? 'refused' : 'unreadable', status, data?.error);
}

export function failure(code: ApiFailure['code'], status: number, error?: string): ApiFailure {
  return { ok: false, code, status, error: error || UNKNOWN_ERROR_TEXT };
}

/** Undefined when the text is no JSON. */
function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is not said or empty is left out. */
function queryText(values: object): string {
  const text = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== '') text.append(key, String(value));
  return text.toString();
}

async function boundedText(response: Response, limit = Number.POSITIVE_INFINITY): Promise<string | null> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  // An announced length is checked by the browser; it also spares the log the stream's 'aborted' at its end.
  if (length <= limit) return response.text();
  if (!response.body) return '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length <= limit) continue;
    await reader.cancel();
    return null;
  }
}
