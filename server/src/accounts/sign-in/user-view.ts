import type { User } from '@offhook/contract/entities';
import { pick } from '../../platform/core/pick.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { formattedNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import { pictureAddress } from '../pictures/picture-address.ts';

/** The signed-in user as the phone sees them. */
export function userView(user: SignedInUser): User {
  return {
    ...pick(user, 'id', 'account_id', 'full_name', 'email'),
    phone_number_formatted:
      user.phone_number === null ? '' : formattedNumber(user.phone_number, user.country_code),
    profile_picture: pictureAddress('users', user.id, user.profile_picture) ?? '',
    permissions: user.permissions,
    integrations: pick(user, 'hubspot_id', 'salesforce_domain', 'activecampaign_domain', 'custom_crm_url'),
    country_code: user.country_code || null,
  };
}
