/** What a soak has shown: what was acknowledged, beside what is there in the end. */

/** What somebody was told is done. */
export interface Acknowledged {
  /** Leads, by the number that was posted. */
  readonly leads: ReadonlyMap<string, { readonly leadId: number; readonly callId: number | null }>;
  /** The last result that the server took, by call. */
  readonly results: ReadonlyMap<number, string>;
  /** By call. */
  readonly notes: ReadonlyMap<number, string>;
}

/** A call as the supervisor sees it at the end. */
export interface FinalCall {
  readonly id: number;
  readonly leadId: number | null;
  readonly status: string;
  /** A call that the product makes once more, because no agent took the one before. */
  readonly isRetry: boolean;
  /** Why it went as it did; null: nothing is known. */
  readonly reason: string | null;
  readonly ended: boolean;
  readonly result: string | null;
  /** How many agents were connected by accepting its ring. */
  readonly taken: number;
  readonly notes: readonly string[];
}

export interface Remains {
  /** Open files and sockets of each process, before the first lead and after the last call. */
  readonly files: readonly { readonly process: string; readonly before: number; readonly after: number }[];
  /** Calls that are open when all is quiet, by the voice service; null: only the demo tells them. */
  readonly lines: number | null;
}

/** What the soak itself came to: one that has asked nothing of the product has shown nothing. */
export interface Effort {
  readonly refused: number;
  readonly unanswered: number;
  readonly conversations: number;
  /** Agents whose phones never came online. */
  readonly absent: readonly string[];
}

/** Open files beyond those of the start that are no leak: pools and caches that have filled. */
const FILES_SPARE = 40;

/** @returns a sentence for each thing that does not hold; none: all does */
export function judge(
  { leads, results, notes }: Acknowledged,
  calls: ReadonlyMap<number, FinalCall>,
  leadIds: ReadonlySet<number>,
  remains: Remains,
  { refused, unanswered, conversations, absent }: Effort,
): readonly string[] {
  const findings: string[] = [];
  if (refused > 0) findings.push(`${refused} leads were refused.`);
  if (unanswered > 0) findings.push(`${unanswered} leads got no answer.`);
  if (absent.length > 0)
    findings.push(`${absent.length} agents never came online: ${absent.slice(0, 5).join(', ')}.`);
  if (conversations === 0) findings.push('Nobody talked to anybody.');
  const byId = new Map<number, string>();
  for (const [number, { leadId, callId }] of leads) {
    if (!leadIds.has(leadId)) findings.push(`The lead ${number} was acknowledged and is not there.`);
    const other = byId.get(leadId);
    if (other !== undefined) findings.push(`The leads ${other} and ${number} are one.`);
    byId.set(leadId, number);
    if (callId !== null && !calls.has(callId))
      findings.push(`The call ${callId} of the lead ${number} was acknowledged and is not there.`);
  }
  const firstCalls = new Map<number, string[]>();
  for (const { id, leadId, isRetry, status, reason } of calls.values())
    if (leadId !== null && !isRetry)
      firstCalls.set(leadId, [...(firstCalls.get(leadId) ?? []), `${id} (${status}: ${reason})`]);
  for (const [leadId, made] of firstCalls)
    if (made.length > 1)
      findings.push(`The lead with the ID ${leadId} was called twice: ${made.join(', ')}.`);
  for (const call of calls.values()) {
    if (!call.ended) findings.push(`The call ${call.id} has not ended: ${call.status}.`);
    if (call.taken > 1) findings.push(`The call ${call.id} was taken by ${call.taken} agents.`);
  }
  for (const [callId, result] of results) {
    const kept = calls.get(callId)?.result ?? null;
    if (kept !== result)
      findings.push(`The result ${result} of the call ${callId} was acknowledged, and it is ${kept}.`);
  }
  for (const [callId, note] of notes) {
    const count = calls.get(callId)?.notes.filter((content) => content === note).length ?? 0;
    if (count !== 1)
      findings.push(`The note of the call ${callId} was acknowledged, and is there ${count} times.`);
  }
  for (const { process, before, after } of remains.files)
    if (after > before + FILES_SPARE)
      findings.push(`${process} has ${after} files open when all is quiet; at the start it had ${before}.`);
  if (remains.lines !== null && remains.lines > 0)
    findings.push(`${remains.lines} lines are open when all is quiet.`);
  return findings;
}
