/** Before the voice service in the box ends: its conversations. To end it is to cut them. */
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';

const LOOK_EVERY_MS = 500;
const ANSWER_MS = 2_000;

/** Of a call that is not over. */
const OPEN_STATUSES = ['queued', 'ringing', 'in-progress'];

const Calls = z.object({ calls: z.array(z.unknown()) });

export interface VoiceAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

/** @returns whether a call is open at the voice service, ringing or spoken; null: it does not say, or has no port just now */
export async function isAnyCallOpen(
  port: number | undefined,
  { accountSid, authToken }: VoiceAccount,
): Promise<boolean | null> {
  if (port === undefined) return null;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const isOpenAs = async (status: string): Promise<boolean> => {
    const url = `http://127.0.0.1:${port}/2010-04-01/Accounts/${accountSid}/Calls.json?Status=${status}&PageSize=1`;
    const answer = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(ANSWER_MS) });
    return Calls.parse(await answer.json()).calls.length > 0;
  };
  try {
    return (await Promise.all(OPEN_STATUSES.map(isOpenAs))).includes(true);
  } catch {
    return null;
  }
}

export interface Wait {
  readonly limitMs: number;
  /** Ends the wait at once. */
  readonly hurry: AbortSignal;
  /** Is told once, when there is something to wait for. */
  readonly onWaiting: () => void;
}

/** Resolves when no call is open, when the time is over, or in a hurry. */
export async function untilCallsAreOver(
  isOpen: () => Promise<boolean | null>,
  { limitMs, hurry, onWaiting }: Wait,
): Promise<void> {
  const end = performance.now() + limitMs;
  for (let isFirst = true; !hurry.aborted && performance.now() < end; isFirst = false) {
    if ((await isOpen()) === false) return;
    if (isFirst) onWaiting();
    await delay(LOOK_EVERY_MS, undefined, { signal: hurry }).catch(() => undefined);
  }
}
