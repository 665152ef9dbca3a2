/** The fields of a lead as a form has them: an empty text is nothing. */
import type { ConsoleLeadDetail } from '@offhook/contract/console/console-entities';

export interface LeadForm extends Readonly<Record<string, unknown>> {
  readonly label: string;
  readonly fname: string;
  readonly lname: string;
  readonly email: string;
  readonly company: string;
  readonly category: string;
  readonly owner_user_id: number | null;
  readonly team_id: number | null;
  readonly do_not_call: boolean;
  readonly removed: boolean;
}

export function leadForm(lead: ConsoleLeadDetail): LeadForm {
  return {
    label: lead.label,
    fname: lead.fname,
    lname: lead.lname,
    email: lead.email ?? '',
    company: lead.company ?? '',
    category: lead.category ?? '',
    owner_user_id: lead.owner?.id ?? null,
    team_id: lead.team?.id ?? null,
    do_not_call: lead.do_not_call,
    removed: lead.removed_at !== null,
  };
}
