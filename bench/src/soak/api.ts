/** An API client that retries unanswered requests with the same idempotency key. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerOf, ApiFailure, ApiResult, InputOf } from '@offhook/contract/client/client';
import { sessionCookieName } from '@offhook/server/platform/http/caller';
import {
  type AllRequests,
  type ApiClient,
  browserFetch,
  clientAt,
  logIn,
} from '@offhook/server/testing/servers/api-client';

const RETRY_PAUSE_MS = 500;

export interface Api extends Pick<ApiClient, 'request'> {
  /** Retries server errors; null after `timeoutMs`. */
  readonly requestUntilAnswered: <N extends keyof AllRequests>(
    name: N,
    input: InputOf<AllRequests[N]>,
    timeoutMs?: number,
  ) => Promise<ApiResult<AnswerOf<AllRequests[N]>> | null>;
}

export function createApi({ request }: ApiClient, onRetry?: (reason: string) => void): Api {
  return {
    request,
    async requestUntilAnswered(name, input, timeoutMs = 180_000) {
      const end = performance.now() + timeoutMs;
      while (performance.now() < end) {
        const result = await request(name, input);
        if (result.ok || isRejection(result)) return result;
        onRetry?.(result.status === 0 ? 'no response' : String(result.status));
        await pause(RETRY_PAUSE_MS);
      }
      return null;
    },
  };
}

const isRejection = ({ code, status }: ApiFailure): boolean =>
  code === 'refused' && status < 500 && status !== 429;

export type Session = ReturnType<typeof createSession>;

/** @param token of an open session; null to sign in with the password */
export function createSession(
  url: string,
  { email, password, token }: { email: string; password: string; token: string | null },
) {
  const cookie = token === null ? {} : { cookie: `${sessionCookieName(url)}=${token}` };
  const client = clientAt(url, browserFetch(cookie));
  const isOpen = async () => {
    const user = await client.request('getUser', { query: {} });
    return user.ok && user.value.success;
  };
  const open = async () => {
    if (token === null && !(await isOpen())) await logIn(client, email, password);
    if (!(await isOpen())) throw new Error(`${email} could not sign in.`);
  };
  return { api: createApi(client), open };
}
