/** Leads in the command palette: those of the agent's own calls first. */
import type { HistoryItem } from '@offhook/contract/calls/history';
import type { FoundLead } from '@offhook/contract/leads/lead-search';
import type { PersonPrefill } from '../screen/screen-state.ts';
import { historyRow, leadName } from './history-rows.ts';

export interface LeadRow {
  /** The name, or the number of a lead without a name. */
  readonly name: string;
  readonly phone: string;
  readonly doNotCall: boolean;
  readonly prefill: PersonPrefill;
}

/** A lead is listed once, but an extension that was dialed is a row of its own. */
export function foundLeads(
  own: readonly HistoryItem[],
  searched: readonly FoundLead[],
  accountId: number,
): readonly LeadRow[] {
  const blocked = new Set(searched.flatMap((lead) => (lead.do_not_call ? [lead.phone_number] : [])));
  const ownRows = own.flatMap((item): LeadRow[] => {
    const { lead, phone } = historyRow(item, accountId);
    if (lead === null) return [];
    return [{ ...lead, phone, doNotCall: blocked.has(item.lead?.phone_number ?? '') }];
  });
  const ownNumbers = new Set(own.map(({ lead }) => lead?.phone_number));
  const others = searched
    .filter(({ phone_number }) => !ownNumbers.has(phone_number))
    .map((lead) => ({
      name: leadName(lead, accountId),
      phone: lead.phone_number_formatted,
      doNotCall: lead.do_not_call,
      prefill: { fname: lead.fname, lname: lead.lname, phoneNumber: lead.phone_number },
    }));
  const rows = [...ownRows, ...others];
  return rows.filter(
    ({ prefill }, at) => rows.findIndex((row) => row.prefill.phoneNumber === prefill.phoneNumber) === at,
  );
}
