import type { ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';

export type LeadForm = Readonly<ReturnType<typeof leadForm>>;

export function leadForm(lead: ConsoleLeadDetail) {
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
