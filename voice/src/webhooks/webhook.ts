import { createHmac, randomUUID } from 'node:crypto';
import { callbackPolicy, type FailureKind, retries } from './core/callback-policy.ts';
import { signedText } from './core/signature.ts';
import { type WebAnswer, WebFailure, webRequest } from './request.ts';

export type FormParams = readonly (readonly [name: string, value: string])[];

const mostRedirects = 10;

/**
 * Calls the account's own server as the provider does: a form, signed, with the policy of the URL's fragment.
 * @throws {WebFailure} when every attempt failed without an answer
 */
export class Webhook {
  readonly #authToken: string;

  constructor(authToken: string) {
    this.#authToken = authToken;
  }

  async call(
    address: string,
    method: 'GET' | 'POST',
    params: FormParams,
    mostBytes: number,
  ): Promise<WebAnswer & { readonly url: string }> {
    const { url, policy } = callbackPolicy(address);
    const token = randomUUID();
    const began = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const elapsed = (): number => performance.now() - began;
      const left = Math.max(100, policy.totalMs - elapsed());
      const limits = {
        connectMs: Math.min(policy.connectMs, left),
        readMs: Math.min(policy.readMs, left),
        mostBytes,
      };
      try {
        const answer = await this.#follow(url, method, params, token, limits);
        const failure = failureOf(answer.status);
        if (failure === null || !retries(policy, attempt, failure, elapsed())) return answer;
      } catch (error) {
        if (!(error instanceof WebFailure) || error.kind === 'size') throw error;
        if (!retries(policy, attempt, error.kind, elapsed())) throw error;
      }
    }
  }

  async #follow(
    first: string,
    firstMethod: 'GET' | 'POST',
    params: FormParams,
    token: string,
    limits: { readonly connectMs: number; readonly readMs: number; readonly mostBytes: number },
  ): Promise<WebAnswer & { readonly url: string }> {
    let url = first;
    let method = firstMethod;
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const form = formText(params);
      const target = method === 'GET' && form !== '' ? url + (url.includes('?') ? '&' : '?') + form : url;
      const answer = await webRequest({
        url: target,
        method,
        headers: {
          'user-agent': 'TwilioProxy/1.1',
          accept: '*/*',
          'i-twilio-idempotency-token': token,
          'x-twilio-signature': this.sign(target, method === 'GET' ? [] : params),
          ...(method === 'POST'
            ? { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
            : {}),
        },
        body: method === 'POST' ? form : null,
        ...limits,
      });
      const location = answer.headers.location;
      if (answer.status < 300 || answer.status > 399 || location === undefined) return { ...answer, url };
      url = new URL(location, url).href;
      if (!url.startsWith('http')) break;
      if (answer.status !== 307 && answer.status !== 308) method = 'GET';
    }
    throw new WebFailure('rt', `more than ${mostRedirects} redirects`);
  }

  /** The value of X-Twilio-Signature for that request. */
  sign(url: string, params: FormParams): string {
    return createHmac('sha1', this.#authToken).update(signedText(url, params)).digest('base64');
  }
}

export function formText(params: FormParams): string {
  const form = new URLSearchParams();
  for (const [name, value] of params) form.append(name, value);
  return form.toString();
}

function failureOf(status: number): FailureKind | null {
  if (status >= 500) return '5xx';
  return status >= 400 ? '4xx' : null;
}
