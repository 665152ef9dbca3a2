/** Compares what the product acknowledged with its final state. */

export interface Acknowledged {
  readonly leads: ReadonlyMap<string, { readonly leadId: number; readonly callId: number | null }>;
  readonly results: ReadonlyMap<number, string>;
  readonly notes: ReadonlyMap<number, string>;
}

export interface FinalCall {
  readonly id: number;
  readonly leadId: number | null;
  readonly status: string;
  readonly isRetry: boolean;
  readonly reason: string | null;
  readonly ended: boolean;
  readonly result: string | null;
  readonly acceptedBy: number;
  readonly notes: readonly string[];
}

export interface Leftovers {
  /** Open files and sockets of each process, before the first lead and after the last call. */
  readonly files: readonly { readonly process: string; readonly before: number; readonly after: number }[];
  readonly openLines: number | null;
}

/** The load that was applied: a soak test without load proves nothing. */
export interface Load {
  readonly rejected: number;
  readonly unanswered: number;
  readonly conversations: number;
  readonly absent: readonly string[];
}

/** Pools and caches may open this many files after the start; more is a leak. */
const MAX_EXTRA_FILES = 40;

export function findProblems(
  { leads, results, notes }: Acknowledged,
  calls: ReadonlyMap<number, FinalCall>,
  leadIds: ReadonlySet<number>,
  leftovers: Leftovers,
  { rejected, unanswered, conversations, absent }: Load,
): readonly string[] {
  const findings: string[] = [];
  if (rejected > 0) findings.push(`Rejected leads: ${rejected}.`);
  if (unanswered > 0) findings.push(`Leads without a response: ${unanswered}.`);
  if (absent.length > 0)
    findings.push(`${absent.length} agents never came online: ${absent.slice(0, 5).join(', ')}.`);
  if (conversations === 0) findings.push('No call was answered.');
  const byId = new Map<number, string>();
  for (const [number, { leadId, callId }] of leads) {
    if (!leadIds.has(leadId)) findings.push(`Lead ${number} was acknowledged but is missing.`);
    const other = byId.get(leadId);
    if (other !== undefined) findings.push(`Leads ${other} and ${number} were merged.`);
    byId.set(leadId, number);
    if (callId !== null && !calls.has(callId))
      findings.push(`Call ${callId} of lead ${number} was acknowledged but is missing.`);
  }
  const firstCalls = new Map<number, string[]>();
  for (const { id, leadId, isRetry, status, reason } of calls.values())
    if (leadId !== null && !isRetry)
      firstCalls.set(leadId, [...(firstCalls.get(leadId) ?? []), `${id} (${status}: ${reason})`]);
  for (const [leadId, attempts] of firstCalls)
    if (attempts.length > 1)
      findings.push(`Lead ${leadId} was called ${attempts.length} times: ${attempts.join(', ')}.`);
  for (const call of calls.values()) {
    if (!call.ended) findings.push(`Call ${call.id} has not ended: ${call.status}.`);
    if (call.acceptedBy > 1) findings.push(`Call ${call.id} was accepted by ${call.acceptedBy} agents.`);
  }
  for (const [callId, result] of results) {
    const finalResult = calls.get(callId)?.result ?? null;
    if (finalResult !== result)
      findings.push(
        `Call ${callId}: result ${result} was acknowledged, but the stored result is ${finalResult}.`,
      );
  }
  for (const [callId, note] of notes) {
    const count = calls.get(callId)?.notes.filter((content) => content === note).length ?? 0;
    if (count !== 1)
      findings.push(`The note on call ${callId} was acknowledged but is stored ${count} times.`);
  }
  for (const { process, before, after } of leftovers.files)
    if (after > before + MAX_EXTRA_FILES)
      findings.push(
        `${process} has ${after} open files after all calls ended; it had ${before} at the start.`,
      );
  if (leftovers.openLines !== null && leftovers.openLines > 0)
    findings.push(`${leftovers.openLines} lines are still open after all calls ended.`);
  return findings;
}
