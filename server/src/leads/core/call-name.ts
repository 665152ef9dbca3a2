/** Call lists show the lead's name from the time of the call, even after the lead is renamed. */

export interface LeadName {
  readonly fname: string;
  readonly lname: string;
  readonly label: string;
}

export interface CallName {
  readonly lead_fname: string | null;
  readonly lead_lname: string | null;
  readonly lead_label: string | null;
}

export const NO_CALL_NAME: CallName = { lead_fname: null, lead_lname: null, lead_label: null };

/** Stores no name for a lead that has only a number. */
export function toCallName(lead: LeadName | null): CallName {
  if (lead === null || !isNamed(lead)) return NO_CALL_NAME;
  return { lead_fname: lead.fname, lead_lname: lead.lname, lead_label: lead.label };
}

function isNamed({ fname, lname, label }: LeadName): boolean {
  // The label of an unnamed lead is its formatted number.
  return fname !== '' || lname !== '' || /\p{Letter}/u.test(label);
}

export function nameAtCall(call: CallName, lead: LeadName): LeadName {
  return {
    fname: call.lead_fname ?? lead.fname,
    lname: call.lead_lname ?? lead.lname,
    label: call.lead_label ?? lead.label,
  };
}

/** The label follows the name, unless a user set a custom label. */
export function labelAfterRename(before: LeadName, after: Pick<LeadName, 'fname' | 'lname'>): string {
  const follows = !isNamed(before) || before.label === fullName(before);
  return follows ? fullName(after) : before.label;
}

export function fullName({ fname, lname }: Pick<LeadName, 'fname' | 'lname'>): string {
  return `${fname} ${lname}`.trim();
}
