/** Reads the final state of every lead and call as a supervisor. */
import { setTimeout as pause } from 'node:timers/promises';
import { valueOrThrow } from '@offhook/contract/client/api-error';
import type { ApiResult } from '@offhook/contract/client/client';
import type { ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import type { Session } from './api.ts';
import type { FinalCall } from './findings.ts';

const CONCURRENCY = 8;

export interface Outcome {
  readonly leadIds: ReadonlySet<number>;
  readonly calls: ReadonlyMap<number, FinalCall>;
}

/** @param handledCalls calls with a result or a note; their lead may not have been acknowledged */
export async function readOutcome(
  { api }: Session,
  leadIds: readonly number[],
  handledCalls: Iterable<number>,
): Promise<Outcome> {
  const foundLeads = new Set<number>();
  const calls = new Map<number, FinalCall>();
  const readCall = async (id: number) => {
    const found = valueIfFound(await api.requestUntilAnswered('readCall', { params: { id } }));
    if (found) calls.set(id, finalCall(found.call));
  };
  await forEachConcurrently(leadIds, async (id) => {
    const found = valueIfFound(await api.requestUntilAnswered('readLead', { params: { id } }));
    if (!found) return;
    foundLeads.add(id);
    for (const call of found.lead.calls) await readCall(call.id);
  });
  await forEachConcurrently(
    [...handledCalls].filter((id) => !calls.has(id)),
    readCall,
  );
  return { leadIds: foundLeads, calls };
}

function valueIfFound<T>(response: ApiResult<T> | null): T | null {
  if (response === null) throw new Error('The supervisor got no response.');
  return !response.ok && response.status === 404 ? null : valueOrThrow(response);
}

async function forEachConcurrently(
  ids: readonly number[],
  work: (id: number) => Promise<void>,
): Promise<void> {
  const queue = [...ids];
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) await work(id);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

function finalCall(call: ConsoleCallDetail): FinalCall {
  const { id, lead_id, status, result, reason, ended_at, parties, notes } = call;
  return {
    id,
    leadId: lead_id,
    status,
    isRetry: (call.retry ?? 0) > 0 || (call.lead_retry ?? 0) > 0,
    reason,
    ended: ended_at !== null,
    result,
    acceptedBy: parties.filter(({ accepted_at }) => accepted_at !== null).length,
    notes: notes.map(({ content }) => content),
  };
}

/** Waits until no call is ringing or in progress. @returns false on a timeout */
export async function waitUntilIdle({ api }: Session, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const open = await Promise.all(
      (['ringing', 'in-progress'] as const).map((status) =>
        api.requestUntilAnswered('listCalls', { query: { status, limit: 50 } }, 30_000),
      ),
    );
    // The demo data contains ended calls that still have the status `ringing`.
    const isEmpty = (response: (typeof open)[number]) =>
      response?.ok && response.value.data.every((call) => call.ended_at !== null);
    if (open.every(isEmpty)) return true;
    await pause(1_000);
  }
  return false;
}
