/** Client for a table of requests, used by the pages, tests and benches. */
import * as z from 'zod/mini';
import { ErrorAnswer, type RowDetails } from '../requests/request-rows.ts';

interface Row extends RowDetails {
  readonly method: string;
  readonly path: string;
}
type Table = Readonly<Record<string, Row>>;
type NameOf<T> = keyof T & string;

interface SendOptions {
  readonly keepalive?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

type Part<R, K extends string> =
  R extends Record<K, infer S extends z.ZodMiniType> ? { readonly [P in K]: z.input<S> } : unknown;
export type InputOf<R> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'> & SendOptions;
export type AnswerOf<R extends Row> = z.infer<R['response']>;

export interface ApiFailure {
  readonly ok: false;
  /** `unreadable`: not an answer from the API. `notOffered`: an older server lacks this optional request. */
  readonly code: 'refused' | 'noAnswer' | 'unreadable' | 'notOffered';
  /** 0 if there was no answer. */
  readonly status: number;
  readonly error: string;
  /** Older servers don't send it. */
  readonly errorCode?: string;
}
export type ApiResult<T> = { readonly ok: true; readonly value: T } | ApiFailure;

export interface Client<T extends Table> {
  readonly base: string;
  readonly request: <N extends NameOf<T>>(
    name: N,
    input: InputOf<T[N]>,
  ) => Promise<ApiResult<AnswerOf<T[N]>>>;
  /** Ignores the response body, so an empty one counts as success. */
  readonly send: <N extends NameOf<T>>(name: N, input: InputOf<T[N]>) => Promise<ApiResult<unknown>>;
  readonly csrfToken: () => string | null;
}

export interface ClientOptions<T extends Table> {
  readonly table: T;
  readonly base: string;
  readonly fetch: typeof fetch;
  /** For answers without a readable error text. */
  readonly unknownError: () => string;
  /** For requests that no server answered; default: `unknownError`. */
  readonly unreachableError?: () => string;
  /** BCP 47 tag, read for each request; default: the browser's language. */
  readonly language?: () => string;
  readonly onAnswer?: (name: NameOf<T>, status: number) => void;
  readonly timeoutMs?: number;
  /** In characters. */
  readonly answerLimit?: number;
}

interface AnyInput extends SendOptions {
  readonly params?: { readonly id?: unknown };
  readonly query?: object;
  readonly body?: object;
}

export function createClient<T extends Table>(options: ClientOptions<T>): Client<T> {
  const { table, base, fetch, onAnswer, answerLimit } = options;
  let csrfToken: string | null = null;

  async function request(
    name: NameOf<T>,
    input: AnyInput,
    response?: z.ZodMiniType,
  ): Promise<ApiResult<unknown>> {
    const { method, path, bodyKind } = table[name] as Row;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (csrfToken !== null) headers['x-csrf-token'] = csrfToken;
    if (options.language !== undefined) headers['accept-language'] = options.language();
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
    const pathWithId = path.replace(':id', encodeURIComponent(String(input.params?.id ?? '')));
    const query = queryText(input.query ?? {});
    const answer = await exchange(`${base}${pathWithId}${query && `?${query}`}`, init);
    if (!answer) return failure('noAnswer', 0, (options.unreachableError ?? options.unknownError)());
    onAnswer?.(name, answer.status);
    return toApiResult(answer.status, answer.text, options.unknownError, response);
  }

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
    request: async (name, input) => {
      const result = await request(name, input as AnyInput, (table[name] as Row).response);
      const token = result.ok && (result.value as { readonly csrf_token?: unknown }).csrf_token;
      if (typeof token === 'string') csrfToken = token;
      return result as ApiResult<AnswerOf<T[typeof name]>>;
    },
    send: (name, input) => request(name, input as AnyInput),
  };
}

/** `text` is null if it exceeded the size limit. Without a schema, only rejections are parsed. */
export function toApiResult<S extends z.ZodMiniType>(
  status: number,
  text: string | null,
  unknownError: () => string,
  schema?: S,
): ApiResult<z.infer<S>> {
  const body = (text === '' ? null : parseJson(text)) as { readonly success?: unknown } | null | undefined;
  if (status >= 200 && status < 300) {
    const accepted = body?.success === false ? undefined : body;
    const value = schema ? z.safeParse(schema, body).data : accepted;
    if (value !== undefined) return { ok: true, value: value as z.infer<S> };
  }
  const { data } = z.safeParse(ErrorAnswer, body);
  if (!data) return failure('unreadable', status, unknownError());
  return {
    ...failure('refused', status, data.error || unknownError()),
    ...(data.code === undefined ? {} : { errorCode: data.code }),
  };
}

export function failure(code: ApiFailure['code'], status: number, error: string): ApiFailure {
  return { ok: false, code, status, error };
}

/** Undefined if the text isn't JSON. */
function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Omits undefined and empty values. */
function queryText(values: object): string {
  const text = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== '') text.append(key, String(value));
  return text.toString();
}

async function boundedText(response: Response, limit = Number.POSITIVE_INFINITY): Promise<string | null> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  // The browser enforces a declared length, and reading it in one go avoids an 'aborted' entry in its log.
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
