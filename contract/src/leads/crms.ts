export const CRMS = ['hubspot', 'salesforce', 'activecampaign', 'followupboss'] as const;

export const CRM_NAMES: Readonly<Record<(typeof CRMS)[number], string>> = {
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  activecampaign: 'ActiveCampaign',
  followupboss: 'Follow Up Boss',
};

/** Ignores case, spaces and punctuation. */
export function parseCrm(name: string): (typeof CRMS)[number] | null {
  const plain = name.toLowerCase().replace(/[\s._-]/g, '');
  return CRMS.find((crm) => crm === plain) ?? null;
}
