/** What an account's webhooks and CRMs hear of a change: decided in the transaction that makes the change. */

/** A `Date`; a core makes none. */
interface Moment {
  valueOf(): number;
}

/** What of a lead the outside can see. Whatever else changes is no news. */
const SEEN_OF_LEAD = [
  'fname',
  'lname',
  'label',
  'email',
  'company',
  'category',
  'crm',
  'source_id',
  'owner_user_id',
  'team_id',
  'tag_id',
  'do_not_call',
  'removed_at',
] as const;
export type SeenLead = Readonly<
  Record<(typeof SEEN_OF_LEAD)[number], string | number | boolean | Moment | null>
>;

/** @param before null: the lead is new */
export function newsOfLead(before: SeenLead | null, after: SeenLead): 'lead_created' | 'lead_updated' | null {
  if (before === null) return 'lead_created';
  const isSame = SEEN_OF_LEAD.every((name) => before[name]?.valueOf() === after[name]?.valueOf());
  return isSame ? null : 'lead_updated';
}

/** Of a call, what decides whether the outside hears of it. */
export interface SeenCall {
  readonly ended_at: Moment | null;
  readonly result: string | null;
  readonly voicemail_seconds: number | null;
}

/** A call is told once, when it is over. What its result or its voicemail is afterwards is an update. */
export function newsOfCall(before: SeenCall, after: SeenCall): 'call_completed' | 'call_updated' | null {
  if (after.ended_at === null) return null;
  if (before.ended_at === null) return 'call_completed';
  const isSame = before.result === after.result && before.voicemail_seconds === after.voicemail_seconds;
  return isSame ? null : 'call_updated';
}

const RESULT_WAIT_MS = 15 * 60_000;

/** For how long the end of a call waits to be told with a result: not at all when nobody can give one, or it is given. */
export function resultWait(call: {
  readonly agent_id: number | null;
  readonly result: string | null;
}): number {
  return call.agent_id === null || call.result !== null ? 0 : RESULT_WAIT_MS;
}
