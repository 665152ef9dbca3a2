interface Moment {
  valueOf(): number;
}

/** Changes of other fields cause no event. */
const VISIBLE_LEAD_FIELDS = [
  'fname',
  'lname',
  'label',
  'email',
  'company',
  'category',
  'crm',
  'source_id',
  'form',
  'fields',
  'owner_user_id',
  'team_id',
  'tag_id',
  'do_not_call',
  'removed_at',
] as const;
export type VisibleLead = Readonly<
  Record<(typeof VISIBLE_LEAD_FIELDS)[number], string | number | boolean | Moment | readonly unknown[] | null>
>;

export function leadEventType(
  before: VisibleLead | null,
  after: VisibleLead,
): 'lead_created' | 'lead_updated' | null {
  if (before === null) return 'lead_created';
  const isSame = VISIBLE_LEAD_FIELDS.every((name) => isEqual(before[name], after[name]));
  return isSame ? null : 'lead_updated';
}

function isEqual(one: VisibleLead[keyof VisibleLead], other: VisibleLead[keyof VisibleLead]): boolean {
  if (Array.isArray(one)) return JSON.stringify(one) === JSON.stringify(other);
  return one?.valueOf() === other?.valueOf();
}

export interface VisibleCall {
  readonly ended_at: Moment | null;
  readonly result: string | null;
  readonly voicemail_seconds: number | null;
}

/** `call_completed` is sent once. Later changes of result or voicemail are `call_updated`. */
export function callEventType(
  before: VisibleCall,
  after: VisibleCall,
): 'call_completed' | 'call_updated' | null {
  if (after.ended_at === null) return null;
  if (before.ended_at === null) return 'call_completed';
  const isSame = before.result === after.result && before.voicemail_seconds === after.voicemail_seconds;
  return isSame ? null : 'call_updated';
}

const RESULT_WAIT_MS = 15 * 60_000;

/** How long `call_completed` waits for a result. 0 if there is a result, or no agent who could give one. */
export function resultWaitMs(call: {
  readonly agent_id: number | null;
  readonly result: string | null;
}): number {
  return call.agent_id === null || call.result !== null ? 0 : RESULT_WAIT_MS;
}
