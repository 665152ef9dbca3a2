/** Before the voice service in the box ends: its conversations. To end it is to cut them. */
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';

const LOOK_EVERY_MS = 500;
const ANSWER_MS = 2_000;

const Calls = z.object({ calls: z.array(z.unknown()) });

export interface VoiceAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

/** @returns whether a call is in progress at the voice service; null when it does not say, or has no port just now */
export async function isAnybodyTalking(
  port: number | undefined,
  { accountSid, authToken }: VoiceAccount,
): Promise<boolean | null> {
  if (port === undefined) return null;
  const url = `http://127.0.0.1:${port}/2010-04-01/Accounts/${accountSid}/Calls.json?Status=in-progress&PageSize=1`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  try {
    const answer = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(ANSWER_MS) });
    return Calls.parse(await answer.json()).calls.length > 0;
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

/** Resolves when nobody talks, when the time is over, or in a hurry. */
export async function untilNobodyTalks(
  isTalking: () => Promise<boolean | null>,
  { limitMs, hurry, onWaiting }: Wait,
): Promise<void> {
  const end = performance.now() + limitMs;
  for (let isFirst = true; !hurry.aborted && performance.now() < end; isFirst = false) {
    if ((await isTalking()) === false) return;
    if (isFirst) onWaiting();
    await delay(LOOK_EVERY_MS, undefined, { signal: hurry }).catch(() => undefined);
  }
}
