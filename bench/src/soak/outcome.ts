/** What a supervisor sees of every lead and call in the end. */
import { setTimeout as pause } from 'node:timers/promises';
import { valueOrThrow } from '@offhook/contract/client/api-error';
import type { ApiResult } from '@offhook/contract/client/client';
import type { ConsoleCallDetail } from '@offhook/contract/console/console-entities';
import type { Session } from './api.ts';
import type { FinalCall } from './verdict.ts';

const AT_ONCE = 8;

export interface Outcome {
  readonly leadIds: ReadonlySet<number>;
  readonly calls: ReadonlyMap<number, FinalCall>;
}

/**
 * @param workedOn calls that agents gave a result or a note: a lead whose post was never answered may have one, too
 * @throws when the supervisor gets no answer
 */
export async function readOutcome(
  { api }: Session,
  leadIds: readonly number[],
  workedOn: Iterable<number>,
): Promise<Outcome> {
  const found = new Set<number>();
  const calls = new Map<number, FinalCall>();
  const readCall = async (id: number) => {
    const seen = known(await api.surely('readCall', { params: { id } }));
    if (seen) calls.set(id, finalCall(seen.call));
  };
  await each(leadIds, async (id) => {
    const seen = known(await api.surely('readLead', { params: { id } }));
    if (!seen) return;
    found.add(id);
    for (const call of seen.lead.calls) await readCall(call.id);
  });
  await each(
    [...workedOn].filter((id) => !calls.has(id)),
    readCall,
  );
  return { leadIds: found, calls };
}

/** Null: it is not there. */
function known<T>(answer: ApiResult<T> | null): T | null {
  if (answer === null) throw new Error('The supervisor got no answer.');
  return !answer.ok && answer.status === 404 ? null : valueOrThrow(answer);
}

/** Some at once. */
async function each(ids: readonly number[], work: (id: number) => Promise<void>): Promise<void> {
  const waiting = [...ids];
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await work(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
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
    taken: parties.filter(({ accepted_at }) => accepted_at !== null).length,
    notes: notes.map(({ content }) => content),
  };
}

/** Waits until no call rings or runs. @returns whether it came to that */
export async function quiet({ api }: Session, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const open = await Promise.all(
      (['ringing', 'in-progress'] as const).map((status) =>
        api.surely('listCalls', { query: { status, limit: 50 } }, 30_000),
      ),
    );
    // The demo's story holds calls that ended in the middle of a ring.
    const none = (answer: (typeof open)[number]) =>
      answer?.ok && answer.value.data.every((call) => call.ended_at !== null);
    if (open.every(none)) return true;
    await pause(1_000);
  }
  return false;
}
