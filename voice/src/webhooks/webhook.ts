import { createHmac, randomUUID } from 'node:crypto';
import type { Observe, ObservedRequest, WebhookPurpose } from '../inspector/core/observations.ts';
import { type FailureKind, parseCallbackPolicy, shouldRetry } from './core/callback-policy.ts';
import { signedText } from './core/signature.ts';
import { WebRequestError, type WebResponse, webRequest } from './request.ts';

export type FormParams = readonly (readonly [name: string, value: string])[];

const MAX_REDIRECTS = 10;

interface Attempt {
  readonly token: string;
  readonly purpose: WebhookPurpose;
  readonly attempt: number;
  readonly limits: { readonly connectMs: number; readonly readMs: number; readonly maxBytes: number };
}

/**
 * Sends signed forms to the account's server, with the retry policy of the URL's fragment.
 * @throws {WebRequestError} if no attempt gets a response
 */
export class Webhook {
  readonly #authToken: string;
  readonly #observe: Observe | null;
  readonly #stopping: AbortSignal;

  /** @param stopping ends the requests that wait for a response; later ones fail */
  constructor(authToken: string, observe: Observe | null, stopping: AbortSignal) {
    this.#authToken = authToken;
    this.#observe = observe;
    this.#stopping = stopping;
  }

  async call(
    address: string,
    method: 'GET' | 'POST',
    params: FormParams,
    maxBytes: number,
    purpose: WebhookPurpose,
  ): Promise<WebResponse & { readonly url: string }> {
    const { url, policy } = parseCallbackPolicy(address);
    const token = randomUUID();
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const elapsed = (): number => performance.now() - startedAt;
      const left = Math.max(100, policy.totalMs - elapsed());
      const limits = {
        connectMs: Math.min(policy.connectMs, left),
        readMs: Math.min(policy.readMs, left),
        maxBytes,
      };
      try {
        const response = await this.#follow(url, method, params, { token, purpose, attempt, limits });
        const failure = failureOf(response.status);
        if (failure === null || !shouldRetry(policy, attempt, failure, elapsed())) return response;
      } catch (error) {
        if (!(error instanceof WebRequestError) || error.kind === 'size') throw error;
        if (this.#stopping.aborted) throw error;
        if (!shouldRetry(policy, attempt, error.kind, elapsed())) throw error;
      }
    }
  }

  async #follow(
    first: string,
    firstMethod: 'GET' | 'POST',
    params: FormParams,
    { token, purpose, attempt, limits }: Attempt,
  ): Promise<WebResponse & { readonly url: string }> {
    let url = first;
    let method = firstMethod;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const form = encodeForm(params);
      const target = method === 'GET' && form !== '' ? url + (url.includes('?') ? '&' : '?') + form : url;
      const signature = this.sign(target, method === 'GET' ? [] : params);
      const request = {
        url: target,
        method,
        headers: {
          'user-agent': 'TwilioProxy/1.1',
          accept: '*/*',
          'i-twilio-idempotency-token': token,
          'x-twilio-signature': signature,
          ...(method === 'POST'
            ? { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
            : {}),
        },
        body: method === 'POST' ? form : null,
        signal: this.#stopping,
        ...limits,
      };
      const observed = { purpose, attempt, redirects: hop, method, url, params, signature };
      const response = await watchRequest(this.#observe, observed, () => webRequest(request));
      const location = response.headers.location;
      if (response.status < 300 || response.status > 399 || location === undefined)
        return { ...response, url };
      url = new URL(location, url).href;
      if (!url.startsWith('http')) break;
      if (response.status !== 307 && response.status !== 308) method = 'GET';
    }
    throw new WebRequestError('rt', `more than ${MAX_REDIRECTS} redirects`);
  }

  sign(url: string, params: FormParams): string {
    return createHmac('sha1', this.#authToken).update(signedText(url, params)).digest('base64');
  }
}

async function watchRequest(
  observe: Observe | null,
  request: ObservedRequest,
  send: () => Promise<WebResponse>,
): Promise<WebResponse> {
  if (!observe) return send();
  const id = randomUUID();
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  observe({ type: 'requested', id, request });
  try {
    const { status, headers, body } = await send();
    const contentType = headers['content-type'] ?? '';
    const text = /^(audio|image|video)\//i.test(contentType) ? '' : body.toString('utf8', 0, 65_536);
    observe({
      type: 'responded',
      ...{ id, status, contentType, body: text, bytes: body.length, ms: elapsed() },
    });
    return { status, headers, body };
  } catch (error) {
    observe({ type: 'unanswered', id, reason: (error as Error).message, ms: elapsed() });
    throw error;
  }
}

export function encodeForm(params: FormParams): string {
  const form = new URLSearchParams();
  for (const [name, value] of params) form.append(name, value);
  return form.toString();
}

function failureOf(status: number): FailureKind | null {
  if (status >= 500) return '5xx';
  return status >= 400 ? '4xx' : null;
}
