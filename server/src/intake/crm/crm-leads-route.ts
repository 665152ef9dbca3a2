/** The API key comes in the header, or in the query for CRMs that can't set headers. */
import { CRMS } from '@offhook/contract/leads/crms';
import { ApiError } from '../../platform/http/api-error.ts';
import { idempotencyKey } from '../../platform/http/idempotency-key.ts';
import type { Api } from '../../platform/http/route.ts';
import type { LeadRouteDeps } from '../leads-route.ts';
import { readCrmLead } from './crm-leads.ts';

export function crmLeadRoutes(api: Api, deps: LeadRouteDeps): void {
  for (const crm of CRMS) {
    api.server.post<{ Querystring: { api_key?: unknown } }>(
      `/api/v1/leads/${crm}`,
      {
        onRequest: async (request) => {
          const key = request.query.api_key;
          if (typeof key === 'string') request.headers.authorization ??= `Bearer ${key}`;
          await api.authorize(request, 'api-key', true);
        },
      },
      async (request) => {
        const { account } = await api.authorize(request, 'api-key', true);
        if (account === null) throw new ApiError('unauthenticated');
        const lead = readCrmLead(crm, request.body);
        if (lead === null) throw new ApiError('invalidPhoneNumber');
        return deps.intake.receiveLead(account, lead, idempotencyKey(request.headers));
      },
    );
  }
}
