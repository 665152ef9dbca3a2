/** A value that would change the protocol or the host yields no link. */

import type { Integrations } from '@offhook/contract/accounts/user';
import type { Lead } from '@offhook/contract/leads/lead';
import { t } from '@offhook/i18n/phone';
import { accountRules } from '../account-rules.ts';

export interface CrmLink {
  readonly label: string;
  readonly href: string;
}

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

export function crmLinks(
  lead: Lead | null,
  integrations: Integrations,
  accountId: number,
): readonly CrmLink[] {
  if (!lead?.source_id) return [];
  const links = [crmLink(lead.crm, encodeURIComponent(lead.source_id), integrations)];
  if (accountRules(accountId).hasCustomCrmLink) links.push(customLink(lead.source_id, integrations));
  return links.filter((link) => link !== null);
}

function crmLink(crm: string | null, sourceId: string, integrations: Integrations): CrmLink | null {
  switch (crm) {
    case 'hubspot': {
      const hub = integrations.hubspot_id;
      if (!hub) return null;
      const portal = encodeURIComponent(hub);
      return { label: 'HubSpot', href: `https://app.hubspot.com/contacts/${portal}/contact/${sourceId}` };
    }
    case 'salesforce': {
      const host = integrations.salesforce_domain ?? '';
      if (!HOST.test(host)) return null;
      return { label: 'Salesforce', href: `https://${host}/lightning/r/Lead/${sourceId}/view` };
    }
    case 'activecampaign': {
      const domain = integrations.activecampaign_domain ?? '';
      const host = domain.includes('.') ? domain : `${domain}.activehosted.com`;
      if (!HOST.test(host)) return null;
      return { label: 'ActiveCampaign', href: `https://${host}/app/contacts/${sourceId}` };
    }
    case 'followupboss':
      return { label: 'Follow Up Boss', href: `https://app.followupboss.com/2/people/view/${sourceId}` };
    default:
      return null;
  }
}

function customLink(sourceId: string, integrations: Integrations): CrmLink | null {
  const template = integrations.custom_crm_url ?? '';
  const empty = template.replaceAll('{source_id}', '');
  const filled = template.replaceAll('{source_id}', encodeURIComponent(sourceId));
  if (!URL.canParse(empty) || !URL.canParse(filled)) return null;
  const { protocol, host, href } = new URL(filled);
  return protocol === 'https:' && host === new URL(empty).host ? { label: t('card.crm'), href } : null;
}
