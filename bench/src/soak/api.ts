/** The API as somebody uses it who does not give up: what got no answer is asked again, with the same key. */
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

const PAUSE_MS = 500;

export interface Api extends Pick<ApiClient, 'ask'> {
  /** Until the server has answered by anything but trouble of its own; null: `patience` ms have passed. */
  readonly surely: <N extends keyof AllRequests>(
    name: N,
    input: InputOf<AllRequests[N]>,
    patience?: number,
  ) => Promise<ApiResult<AnswerOf<AllRequests[N]>> | null>;
}

/** @param again hears why a request is sent once more: the status, or `no answer` */
export function apiOf({ ask }: ApiClient, again?: (why: string) => void): Api {
  return {
    ask,
    async surely(name, input, patience = 180_000) {
      const end = performance.now() + patience;
      while (performance.now() < end) {
        const result = await ask(name, input);
        if (result.ok || isRefusal(result)) return result;
        again?.(result.status === 0 ? 'no answer' : String(result.status));
        await pause(PAUSE_MS);
      }
      return null;
    },
  };
}

const isRefusal = ({ code, status }: ApiFailure): boolean =>
  code === 'refused' && status < 500 && status !== 429;

/** Signs in, and again whenever it is asked to. */
export type Session = ReturnType<typeof sessionOf>;

/** @param token of a session that is open already; null: by password */
export function sessionOf(
  url: string,
  { email, password, token }: { email: string; password: string; token: string | null },
) {
  const cookie = token === null ? {} : { cookie: `${sessionCookieName(url)}=${token}` };
  const client = clientAt(url, browserFetch(cookie));
  const isOpen = async () => {
    const user = await client.ask('getUser', { query: {} });
    return user.ok && user.value.success;
  };
  const open = async () => {
    if (token === null && !(await isOpen())) await logIn(client, email, password);
    if (!(await isOpen())) throw new Error(`${email} has no session.`);
  };
  return { api: apiOf(client), open };
}
