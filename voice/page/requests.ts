import type { PageAccount } from '../src/inspector/core/page-account.ts';

/** Sends a change. @returns the response @throws with the service's reason */
async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`/inspector/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new Error(answer.error ?? `HTTP ${response.status}`);
  return answer;
}

export interface Affected {
  readonly affected: number;
}

export const control = (body: object) => post<Affected>('controls', body);
export const impair = (body: object) => post<Affected>('network', body);
export const replay = (sid: string, entry: number) => post('replay', { sid, entry });
export const clear = () => post('clear', {});
export const placeTestCall = () => post<{ readonly call_sid: string }>('test-call', {});

export async function fetchAccount(): Promise<PageAccount> {
  const response = await fetch('/inspector/account');
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as PageAccount;
}
