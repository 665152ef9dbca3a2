import { valueOrThrow } from '@offhook/contract/client/api-error';
import { type Client, createClient } from '@offhook/contract/client/client';
import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { REQUESTS } from '@offhook/contract/requests/all-requests';

const TABLE = { ...REQUESTS, ...CONSOLE_REQUESTS };
export type AllRequests = typeof TABLE;
export type ApiClient = Client<AllRequests>;

/** Keeps cookies as a browser does, unless `headers` has a cookie. */
export function browserFetch(headers: Readonly<Record<string, string>> = {}): typeof fetch {
  const cookies = new Map<string, string>();
  return async (url, init) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { ...Object.fromEntries(new Headers(init?.headers)), ...(cookie && { cookie }), ...headers };
    const response = await fetch(url, { ...init, headers: sent });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

export function clientAt(base: string, fetch = browserFetch()): ApiClient {
  return createClient({ table: TABLE, base, fetch, unknownError: () => 'The response is unreadable.' });
}

/** @throws ApiError */
export async function logIn(client: ApiClient, email: string, password = 'offhook-demo'): Promise<ApiClient> {
  // Gets the CSRF token that the login requires.
  valueOrThrow(await client.request('getUser', { query: {} }));
  valueOrThrow(await client.request('login', { body: { email, password } }));
  return client;
}

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>;

/** Sends requests that no page would send, as this user. @param body strings are sent unchanged */
export async function senderAt(base: string, email: string): Promise<Send> {
  const fetch = browserFetch();
  const { csrfToken } = await logIn(clientAt(base, fetch), email);
  return (method, path, body, headers) =>
    fetch(base + path, {
      method,
      headers: {
        'x-csrf-token': csrfToken() ?? '',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
}
