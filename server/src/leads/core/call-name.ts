/** The name under which a call stands in lists: the lead's name at the time of the call, whatever the lead is called since. */

export interface LeadName {
  readonly fname: string;
  readonly lname: string;
  readonly label: string;
}

/** The columns of a call. */
export interface CallName {
  readonly lead_fname: string | null;
  readonly lead_lname: string | null;
  readonly lead_label: string | null;
}

export const NO_CALL_NAME: CallName = { lead_fname: null, lead_lname: null, lead_label: null };

/** What a call keeps of its lead's name. A lead who is known by a number alone has no name yet. */
export function callNameOf(lead: LeadName | null): CallName {
  if (lead === null || !isNamed(lead)) return NO_CALL_NAME;
  return { lead_fname: lead.fname, lead_lname: lead.lname, lead_label: lead.label };
}

function isNamed({ fname, lname, label }: LeadName): boolean {
  // Without a name the label is the formatted number.
  return fname !== '' || lname !== '' || /\p{Letter}/u.test(label);
}

/** The name as it was at the time of the call; of a call that kept none, the lead's present name. */
export function nameAtCall(call: CallName, lead: LeadName): LeadName {
  return {
    fname: call.lead_fname ?? lead.fname,
    lname: call.lead_lname ?? lead.lname,
    label: call.lead_label ?? lead.label,
  };
}

/** The label of a lead who gets another name. It follows the name, unless someone chose it apart from the name. */
export function labelAfterRename(before: LeadName, after: Pick<LeadName, 'fname' | 'lname'>): string {
  const follows = !isNamed(before) || before.label === fullName(before);
  return follows ? fullName(after) : before.label;
}

export function fullName({ fname, lname }: Pick<LeadName, 'fname' | 'lname'>): string {
  return `${fname} ${lname}`.trim();
}
