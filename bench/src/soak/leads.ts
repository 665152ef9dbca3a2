/** Posts each lead until it's acknowledged, reusing its idempotency key. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from './api.ts';
import type { Tally } from './tally.ts';

/** Lower numbers have special behavior in the simulated carrier. */
const FIRST = 3_000;
const LAST = 9_999;
export const MAX_LEADS = LAST - FIRST + 1;

export interface LeadsOptions {
  readonly api: Api;
  /** Prefix of the phone numbers; four digits follow. */
  readonly numberPrefix: string;
  readonly perSecond: number;
  readonly ms: number;
  readonly tally: Tally;
}

export async function sendLeads({ api, numberPrefix, perSecond, ms, tally }: LeadsOptions): Promise<void> {
  const count = Math.round((ms / 1_000) * perSecond);
  // A later soak test on the same product posts the same leads again, but with new keys.
  const run = randomUUID();
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const due = startedAt + (n * 1_000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    sent.push(post(`${numberPrefix}${FIRST + n}`));
  }
  await Promise.all(sent);

  async function post(number: string): Promise<void> {
    const at = performance.now();
    tally.counts['leads posted'] += 1;
    const body = { phone_number: number, fname: 'Soak', lname: number.slice(-4) };
    const response = await api.requestUntilAnswered('postLead', {
      body,
      idempotencyKey: `soak-${run}-${number}`,
    });
    if (response === null) {
      tally.counts['leads without a response'] += 1;
      return;
    }
    if (!response.ok) {
      tally.counts['leads rejected'] += 1;
      return;
    }
    const { lead, call_id } = response.value;
    tally.counts['leads acknowledged'] += 1;
    tally.leads.set(number, { leadId: lead.id, callId: call_id });
    if (call_id !== null) tally.postedAt.set(call_id, at);
  }
}
