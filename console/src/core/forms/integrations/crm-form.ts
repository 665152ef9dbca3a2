/** The form of a new CRM. Only the fields of its kind are sent. */
import type { NewConsoleCrm } from '@offhook/contract/console/integration-entities';

export type CrmForm = { readonly [F in keyof NewConsoleCrm]-?: NonNullable<NewConsoleCrm[F]> };

export const NEW_CRM: CrmForm = {
  kind: 'hubspot',
  token: '',
  url: '',
  client_id: '',
  tag_field: '',
  makes_contacts: true,
  links_recordings: false,
};

export function toNewCrm({ kind, token, url, client_id, tag_field, ...rest }: CrmForm): NewConsoleCrm {
  const hasUrl = kind === 'salesforce' || kind === 'activecampaign';
  const hasTagField = kind === 'salesforce' || kind === 'hubspot';
  return {
    kind,
    token: token.trim(),
    ...(hasUrl && { url: url.trim() }),
    ...(kind === 'salesforce' && { client_id: client_id.trim() }),
    ...(hasTagField && tag_field.trim() !== '' && { tag_field: tag_field.trim() }),
    ...rest,
  };
}
