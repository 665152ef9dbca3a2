/** What a supervisor sees of every lead and call in the end. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from './api.ts';
import type { FinalCall } from './verdict.ts';

interface SeenCall {
  readonly id: number;
  readonly status: string;
  readonly result: string | null;
  readonly ended_at: string | null;
  readonly lead_id: number | null;
  readonly retry: number | null;
  readonly lead_retry: number | null;
  readonly reason: string | null;
  readonly parties: readonly { readonly accepted_at: string | null }[];
  readonly notes: readonly { readonly content: string }[];
}

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
  const read = async (path: string, of: string): Promise<unknown> => {
    const answer = (await api.surely({ path })) ?? (await api.once({ path }));
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body[of];
  };
  const readCall = async (id: number) => {
    const call = (await read(`/api/v1/console/calls/${id}`, 'call')) as SeenCall | null;
    if (call) calls.set(id, finalCall(call));
  };
  await each(leadIds, async (id) => {
    const lead = (await read(`/api/v1/console/leads/${id}`, 'lead')) as {
      calls: readonly { id: number }[];
    } | null;
    if (!lead) return;
    found.add(id);
    for (const call of lead.calls) await readCall(call.id);
  });
  await each(
    [...workedOn].filter((id) => !calls.has(id)),
    readCall,
  );
  return { leadIds: found, calls };
}

/** Some at once. */
async function each(ids: readonly number[], work: (id: number) => Promise<void>): Promise<void> {
  const waiting = [...ids];
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await work(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function finalCall(call: SeenCall): FinalCall {
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
      ['ringing', 'in-progress'].map((status) =>
        api.surely({ path: `/api/v1/console/calls?status=${status}&limit=50` }, 30_000),
      ),
    );
    // The demo's story holds calls that ended in the middle of a ring.
    const none = (answer: (typeof open)[number]) =>
      answer?.status === 200 &&
      (answer.body['data'] as readonly { ended_at: string | null }[]).every((call) => call.ended_at !== null);
    if (open.every(none)) return true;
    await pause(1_000);
  }
  return false;
}
