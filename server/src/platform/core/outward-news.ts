/** What an account's webhooks and CRMs hear of a change: decided in the transaction that makes the change. */

/** A `Date`; a core makes none. */
interface Moment {
  valueOf(): number;
}

/** What of a lead the outside can see. Whatever else changes is no news. */
export interface SeenLead {
  readonly fname: string;
  readonly lname: string;
  readonly label: string;
  readonly email: string | null;
  readonly company: string | null;
  readonly category: string | null;
  readonly crm: string | null;
  readonly source_id: string | null;
  readonly owner_user_id: number | null;
  readonly team_id: number | null;
  readonly tag_id: number | null;
  readonly do_not_call: boolean;
  readonly removed_at: Moment | null;
}

const SEEN: Readonly<Record<keyof SeenLead, true>> = {
  fname: true,
  lname: true,
  label: true,
  email: true,
  company: true,
  category: true,
  crm: true,
  source_id: true,
  owner_user_id: true,
  team_id: true,
  tag_id: true,
  do_not_call: true,
  removed_at: true,
};
export const SEEN_OF_LEAD = Object.keys(SEEN) as (keyof SeenLead)[];

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
