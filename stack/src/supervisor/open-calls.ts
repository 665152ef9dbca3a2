/** Waits for open calls before the embedded voice service stops, which would cut them. */
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';

const POLL_MS = 500;
const REQUEST_TIMEOUT_MS = 2_000;

const OPEN_STATUSES = ['queued', 'ringing', 'in-progress'];

const Calls = z.object({ calls: z.array(z.unknown()) });

export interface VoiceAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

/** @returns null if the voice service doesn't answer or isn't running */
export async function isAnyCallOpen(
  port: number | undefined,
  { accountSid, authToken }: VoiceAccount,
): Promise<boolean | null> {
  if (port === undefined) return null;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const isOpenAs = async (status: string): Promise<boolean> => {
    const url = `http://127.0.0.1:${port}/2010-04-01/Accounts/${accountSid}/Calls.json?Status=${status}&PageSize=1`;
    const response = await fetch(url, {
      headers: { authorization },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return Calls.parse(await response.json()).calls.length > 0;
  };
  try {
    return (await Promise.all(OPEN_STATUSES.map(isOpenAs))).includes(true);
  } catch {
    return null;
  }
}

export interface WaitOptions {
  readonly limitMs: number;
  readonly skipWait: AbortSignal;
  readonly onWaiting: () => void;
}

export async function waitForCallsToEnd(
  isOpen: () => Promise<boolean | null>,
  { limitMs, skipWait, onWaiting }: WaitOptions,
): Promise<void> {
  const end = performance.now() + limitMs;
  for (let isFirst = true; !skipWait.aborted && performance.now() < end; isFirst = false) {
    if ((await isOpen()) === false) return;
    if (isFirst) onWaiting();
    await delay(POLL_MS, undefined, { signal: skipWait }).catch(() => undefined);
  }
}
