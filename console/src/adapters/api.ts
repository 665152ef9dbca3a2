/** The console's API as functions of the contract's tables. A failure is a value with the sentence that a person reads. */
import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { DO_NOT_CALL_FILE, DoNotCallFileAnswer } from '@offhook/contract/do-not-call-file';
import { UNKNOWN_ERROR_TEXT } from '@offhook/contract/errors';
import { REQUESTS, Refusal } from '@offhook/contract/requests';
import * as z from 'zod/mini';

const { getUser, logout, changePassword, realtimeAuth, realtimeSignIn, listenCall, whisperCall, bargeCall } =
  REQUESTS;

/** What the console asks of the API: its own requests, and of the phone's the few that it shares. */
const TABLE = {
  ...CONSOLE_REQUESTS,
  getUser,
  logout,
  changePassword,
  realtimeAuth,
  realtimeSignIn,
  listenCall,
  whisperCall,
  bargeCall,
};

type Table = typeof TABLE;
export type AskName = keyof Table;
type Part<N extends AskName, K extends string> =
  Table[N] extends Record<K, infer S extends z.ZodMiniType> ? { readonly [P in K]: z.input<S> } : unknown;
/** The parts of a request that its row in the table has. */
export type AskInput<N extends AskName> = Part<N, 'params'> & Part<N, 'query'> & Part<N, 'body'>;
export type AskAnswer<N extends AskName> = z.infer<Table[N]['response']>;

/** `status` is 0 when no answer came at all. */
interface ApiFailure {
  readonly ok: false;
  readonly status: number;
  readonly error: string;
}
type ApiResult<T> = { readonly ok: true; readonly value: T } | ApiFailure;

export interface Api {
  /** Origin of the API, for links to it. */
  readonly base: string;
  readonly ask: <N extends AskName>(
    name: N,
    input: AskInput<N>,
    signal?: AbortSignal,
  ) => Promise<ApiResult<AskAnswer<N>>>;
  /** A file of leads, which is no JSON. @param progress how much of 1 has been sent */
  readonly sendLeads: (
    file: Blob,
    progress: (share: number) => void,
  ) => Promise<ApiResult<{ readonly id: number }>>;
  /** A file of numbers for the do-not-call list. @param progress how much of 1 has been sent */
  readonly sendNumbers: (
    file: Blob,
    progress: (share: number) => void,
  ) => Promise<ApiResult<DoNotCallFileAnswer>>;
}

export interface ApiOptions {
  /** Origin without a slash at the end. */
  readonly base: string;
  /** A request after the first was answered with 401: the session is over. */
  readonly sessionExpired: () => void;
  /** For an answer, in milliseconds. */
  readonly timeoutMs?: number;
}

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

const CsrfToken = z.object({ csrf_token: z.string() });

export function createApi({ base, sessionExpired, timeoutMs = 15_000 }: ApiOptions): Api {
  let csrfToken: string | null = null;

  async function request(
    name: AskName,
    input: AnyInput,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly status: number; readonly body: unknown } | null> {
    const row = TABLE[name];
    const asForm = 'bodyKind' in row;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (csrfToken !== null) headers['x-csrf-token'] = csrfToken;
    const limit = AbortSignal.timeout(timeoutMs);
    const init: RequestInit = {
      method: row.method,
      headers,
      credentials: 'include',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    };
    if (input.body) {
      headers['content-type'] = asForm ? 'application/x-www-form-urlencoded' : 'application/json';
      init.body = asForm ? queryText({ ...input.body }) : JSON.stringify(input.body);
    }
    const path = row.path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(String(input.params?.[key] ?? '')),
    );
    const query = queryText(input.query ?? {});
    try {
      const response = await fetch(`${base}${path}${query && `?${query}`}`, init);
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : parseJson(text) };
    } catch {
      return null;
    }
  }

  return {
    base,
    ask: async <N extends AskName>(name: N, input: AskInput<N>, signal?: AbortSignal) => {
      const answer = await request(name, input as AnyInput, signal);
      if (!answer) return { ok: false, status: 0, error: UNKNOWN_ERROR_TEXT };
      const { status, body } = answer;
      // A 401 to the first call would reload forever. A ping may still carry the previous session's cookie.
      if (status === 401 && name !== 'getUser' && name !== 'ping') sessionExpired();
      const parsed = status < 300 ? z.safeParse(TABLE[name].response, body) : null;
      if (!parsed?.success) {
        const refusal = z.safeParse(Refusal, body);
        return { ok: false, status, error: (refusal.data?.error ?? '') || UNKNOWN_ERROR_TEXT };
      }
      const token = z.safeParse(CsrfToken, parsed.data);
      if (token.success) csrfToken = token.data.csrf_token;
      return { ok: true, value: parsed.data as AskAnswer<N> };
    },
    sendLeads: async (file, progress) => {
      const answer = await upload(IMPORTS, Accepted, file, progress);
      return answer.ok ? { ok: true, value: answer.value.import } : answer;
    },
    sendNumbers: (file, progress) => upload(DO_NOT_CALL_FILE, DoNotCallFileAnswer, file, progress),
  };

  async function upload<S extends z.ZodMiniType>(
    path: string,
    accepted: S,
    file: Blob,
    progress: (share: number) => void,
  ): Promise<ApiResult<z.output<S>>> {
    const answer = await sendFile(base + path, csrfToken, file, progress);
    if (!answer) return { ok: false, status: 0, error: UNKNOWN_ERROR_TEXT };
    const body = parseJson(answer.text);
    const taken = z.safeParse(accepted, body);
    if (taken.success) return { ok: true, value: taken.data };
    if (answer.status === 401) sessionExpired();
    const refusal = z.safeParse(Refusal, body);
    const error = (refusal.data?.error ?? '') || UNKNOWN_ERROR_TEXT;
    return { ok: false, status: answer.status, error };
  }
}

const IMPORTS = '/api/v1/leads/imports';
const Accepted = z.object({ import: z.object({ id: z.int() }) });

/** `fetch` does not say how much of a body has been sent. @returns null: no answer came */
function sendFile(
  url: string,
  csrfToken: string | null,
  file: Blob,
  progress: (share: number) => void,
): Promise<{ readonly status: number; readonly text: string } | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.withCredentials = true;
    request.setRequestHeader('content-type', 'text/csv');
    if (csrfToken !== null) request.setRequestHeader('x-csrf-token', csrfToken);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => resolve(null);
    request.onabort = () => resolve(null);
    request.send(file);
  });
}

/** Undefined when the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is not said or empty is left out. */
function queryText(values: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
}
