import type { LEAD_REQUESTS } from '@offhook/contract/console/requests/lead-requests';
import type { ConsoleRequest } from '../../accounts/settings/request.ts';
import { createTestLeads } from '../../intake/test-lead.ts';
import { findPerson } from '../../operations/person/person.ts';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import { leads } from '../../platform/database/schema.ts';
import { supervisesLead } from '../../platform/database/team-scope.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readListChoices } from '../../reports/filters/list-choices.ts';
import { readLeadTimeline } from '../../reports/lead-timeline/lead-timeline.ts';
import { countLeads, listLeads, readLead } from '../../reports/lead-views.ts';
import { type ConsoleTools, DONE, type Handlers } from './console-tools.ts';

export function leadHandlers(tools: ConsoleTools): Handlers<typeof LEAD_REQUESTS> {
  const { db, change, changeAndReturn, respondWith, deps } = tools;
  const sendTestLead = createTestLeads(deps);
  const lead = respondWith('lead', (user, id) => readLead(db, user, id));
  const findPersonOfLead = (request: ConsoleRequest<'exportLead' | 'eraseLead'>) => async (tx: Database) => {
    const person = await findPerson(tx, request.user.account_id, { leadId: request.params.id });
    if (!person) throw new ApiError('notFound');
    return person;
  };
  return {
    listLeads: ({ user, query }) => listLeads(db, user, query),
    countLeads: async ({ user, query }) => ({ ...DONE, count: await countLeads(db, user, query) }),
    readListChoices: ({ user }) => readListChoices(db, user),
    readLead: (request) => lead(request, request.params.id),
    readLeadTimeline: ({ user, params, query: { before } }) =>
      readLeadTimeline(deps, user, params.id, before === undefined ? null : new Date(before)),
    async sendTestLead(request) {
      const receipt = await sendTestLead(request.user, request.body);
      await change(request, 'leads test', { id: receipt.lead_id });
      return { ...DONE, ...receipt };
    },
    changeLead: changeAndReturn('leads set', lead),
    async cancelLeadCallback(request) {
      const { user, params } = request;
      const { canceled } = await change(request, 'callbacks cancel', async (tx) => {
        await getAccountRow(tx, leads, user.account_id, params.id, supervisesLead(user));
        return params;
      });
      for (const { previous_call_id: callId, callback_by: agentId } of canceled)
        if (callId !== null && agentId !== null) deps.realtime.ownCallUpdated(callId, [agentId]);
      return lead(request, request.params.id);
    },
    async exportLead(request) {
      const { document } = await change(request, 'person export', findPersonOfLead(request));
      return { ...DONE, person: document };
    },
    async eraseLead(request) {
      const { counts, isListed } = await change(request, 'person erase', findPersonOfLead(request));
      return { ...DONE, erased: counts, number_stays_listed: isListed };
    },
  };
}
