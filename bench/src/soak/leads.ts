/** People who fill in a form: each lead is posted until it is acknowledged, with one key. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from './api.ts';
import type { Tally } from './tally.ts';

/** Numbers below this one have special manners at the pretend network. */
const FIRST = 3_000;
const LAST = 9_999;
/** Each lead has a number of its own. */
export const MOST_LEADS = LAST - FIRST + 1;

export interface LeadsOptions {
  readonly api: Api;
  /** What their numbers begin with; four digits follow. */
  readonly numbers: string;
  readonly perSecond: number;
  readonly ms: number;
  readonly tally: Tally;
}

/** Resolves when the last one is acknowledged, or was given up. */
export async function sendLeads({ api, numbers, perSecond, ms, tally }: LeadsOptions): Promise<void> {
  const count = Math.round((ms / 1_000) * perSecond);
  // Another soak of the same product brings the same people once more, and not the same requests.
  const run = randomUUID();
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const due = began + (n * 1_000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    sent.push(post(`${numbers}${FIRST + n}`));
  }
  await Promise.all(sent);

  async function post(number: string): Promise<void> {
    const at = performance.now();
    tally.counts['leads posted'] += 1;
    const body = { phone_number: number, fname: 'Soak', lname: number.slice(-4) };
    const answer = await api.surely('postLead', { body, idempotencyKey: `soak-${run}-${number}` });
    if (answer === null) {
      tally.counts['leads without an answer'] += 1;
      return;
    }
    if (!answer.ok) {
      tally.counts['leads refused'] += 1;
      return;
    }
    const { lead, call_id } = answer.value;
    tally.counts['leads acknowledged'] += 1;
    tally.leads.set(number, { leadId: lead.id, callId: call_id });
    if (call_id !== null) tally.postedAt.set(call_id, at);
  }
}
