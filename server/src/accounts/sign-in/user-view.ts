import type { User } from '@offhook/contract/accounts/user';
import { pick } from '../../platform/core/pick.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { formatPhoneNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import { pictureUrl } from '../pictures/picture-url.ts';

export function userView(user: SignedInUser): User {
  return {
    ...pick(user, 'id', 'account_id', 'full_name', 'email'),
    phone_number_formatted:
      user.phone_number === null ? '' : formatPhoneNumber(user.phone_number, user.country_code),
    profile_picture: pictureUrl('users', user.id, user.profile_picture) ?? '',
    permissions: user.permissions,
    supervised_team_ids: user.supervised_team_ids && [...user.supervised_team_ids],
    integrations: pick(user, 'hubspot_id', 'salesforce_domain', 'activecampaign_domain', 'custom_crm_url'),
    country_code: user.country_code || null,
    ...pick(user, 'language', 'clock', 'date_order', 'time_zone'),
    account_language: user.account_language,
  };
}
