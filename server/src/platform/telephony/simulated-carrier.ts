import * as z from 'zod/mini';
import type { TelephonyConfig } from './telephony.ts';
import { type Outcome, toFailure } from './telephony-outcome.ts';

export interface SimulatedCarrier {
  call(from: string, to: string): Promise<Outcome<{ call_sid: string }>>;
  hangUp(callSid: string): Promise<Outcome<unknown>>;
  /** @param tones frequencies in Hz, comma-separated, whose levels each line reports */
  lines(tones?: string): Promise<Outcome<unknown>>;
  messages(): Promise<Outcome<unknown>>;
}

const LIMIT_MS = 5_000;
const CreatedCall = z.object({ call_sid: z.string() });

export function createSimulatedCarrier(config: TelephonyConfig): SimulatedCarrier {
  const { accountSid, authToken, apiBase } = config;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  async function send(method: string, path: string, body?: object): Promise<Outcome<unknown>> {
    try {
      const response = await fetch(new URL(path, apiBase), {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      const json: unknown = await response.json();
      if (!response.ok) return toFailure({ status: response.status, message: JSON.stringify(json) });
      return { ok: true, value: json };
    } catch (error) {
      return toFailure(error);
    }
  }

  return {
    async call(from, to) {
      const outcome = await send('POST', '/lab/calls', { from, to });
      if (!outcome.ok) return outcome;
      const created = z.safeParse(CreatedCall, outcome.value);
      return created.success ? { ok: true, value: created.data } : toFailure(new Error('not a call'));
    },
    hangUp: (callSid) => send('POST', `/lab/calls/${callSid}/hangup`),
    lines: (tones = '') => send('GET', `/lab/lines?tones=${tones}`),
    messages: () => send('GET', '/lab/messages'),
  };
}
