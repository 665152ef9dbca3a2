/** The API as somebody uses it who does not give up: what got no answer is asked again, with the same key. */
import { setTimeout as pause } from 'node:timers/promises';

const REQUEST_MS = 15_000;
const PAUSE_MS = 500;

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Ask {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** One thing, however often it is asked for. */
  readonly key?: string;
}

export interface Api {
  /** @throws when no answer came */
  once(ask: Ask): Promise<Answer>;
  /** Until the server has answered by anything but trouble of its own; null: `patience` ms have passed. */
  surely(ask: Ask, patience?: number): Promise<Answer | null>;
}

/**
 * @param headers of every request; asked for each time, as a session may be a new one
 * @param keep sees each answer
 * @param again hears why a request is sent once more: the status, or `no answer`
 */
export function apiAt(
  url: string,
  headers: () => Readonly<Record<string, string>>,
  keep?: (answer: Response) => void,
  again?: (why: string) => void,
): Api {
  const once = async ({ method, path, body, key }: Ask): Promise<Answer> => {
    const answer = await fetch(url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    keep?.(answer);
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Answer['body'] };
  };
  return {
    once,
    async surely(ask, patience = 180_000) {
      const end = performance.now() + patience;
      while (performance.now() < end) {
        const answer = await once(ask).catch(() => null);
        if (answer && answer.status < 500 && answer.status !== 429) return answer;
        again?.(answer === null ? 'no answer' : String(answer.status));
        await pause(PAUSE_MS);
      }
      return null;
    },
  };
}

/** Signs in, and again whenever it is asked to. */
export interface Session {
  readonly api: Api;
  readonly open: () => Promise<void>;
}

/** @param token of a session that is open already; null: by password */
export function sessionOf(
  url: string,
  { email, password, token }: { email: string; password: string; token: string | null },
): Session {
  let cookie = token === null ? '' : `${url.startsWith('https:') ? '__Host-' : ''}offhook_session=${token}`;
  let csrf = '';
  const api = apiAt(
    url,
    () => ({ cookie, 'x-csrf-token': csrf }),
    // A visitor's token goes with a cookie of its own.
    (answer) => {
      if (cookie === '') cookie = cookiesOf(answer);
    },
  );
  const greet = async () => {
    const { status, body } = await api.once({ path: '/api/v1/user' });
    csrf = String(body['csrf_token']);
    return status === 200 && body['success'] === true;
  };
  const open = async () => {
    if (token === null && !(await greet())) await login();
    if (!(await greet())) throw new Error(`${email} has no session.`);
  };
  const login = async () => {
    const answer = await fetch(`${url}/api/v1/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'x-csrf-token': csrf },
      body: JSON.stringify({ email, password }),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    if (!answer.ok) throw new Error(`${email} cannot log in: ${answer.status}`);
    cookie = cookiesOf(answer);
  };
  return { api, open };
}

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
