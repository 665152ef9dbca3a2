/** The pretend telephone network of the embedded voice service: for the demo, never for a real provider. */
import * as z from 'zod/mini';
import type { TelephonyConfig } from './telephony.ts';
import { failureOf, type Outcome } from './telephony-outcome.ts';

export interface PretendNetwork {
  /** A pretend caller rings a number; the provider's name of the call. */
  call(from: string, to: string): Promise<Outcome<{ call_sid: string }>>;
  /** The pretend party of this call hangs up. */
  hangUp(callSid: string): Promise<Outcome<unknown>>;
  lines(): Promise<Outcome<unknown>>;
  messages(): Promise<Outcome<unknown>>;
}

const LIMIT_MS = 5_000;
const Made = z.object({ call_sid: z.string() });

export function createPretendNetwork(config: TelephonyConfig): PretendNetwork {
  const { accountSid, authToken, apiBase } = config;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  async function ask(method: string, path: string, body?: object): Promise<Outcome<unknown>> {
    try {
      const response = await fetch(new URL(path, apiBase), {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      const answer: unknown = await response.json();
      if (!response.ok) return failureOf({ status: response.status, message: JSON.stringify(answer) });
      return { ok: true, value: answer };
    } catch (error) {
      return failureOf(error);
    }
  }

  return {
    async call(from, to) {
      const answer = await ask('POST', '/lab/calls', { from, to });
      if (!answer.ok) return answer;
      const made = z.safeParse(Made, answer.value);
      return made.success ? { ok: true, value: made.data } : failureOf(new Error('not a call'));
    },
    hangUp: (callSid) => ask('POST', `/lab/calls/${callSid}/hangup`),
    lines: () => ask('GET', '/lab/lines'),
    messages: () => ask('GET', '/lab/messages'),
  };
}
