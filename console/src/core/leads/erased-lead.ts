/** An erased lead can't be edited, unless its number was kept because it must not be called. */

import type { ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';
import { t } from '@offhook/i18n/console';

export function isErased({ erased_at, phone_number }: ConsoleLeadDetail): boolean {
  return erased_at !== null && !phone_number.startsWith('+');
}

export function erasureWarning(
  lead: Pick<ConsoleLeadDetail, 'do_not_call' | 'removed_at' | 'listing'>,
): string {
  const sentences = [t('erasure.text')];
  if (lead.listing) sentences.push(t('erasure.text.keeps'));
  else if (lead.do_not_call || lead.removed_at !== null) sentences.push(t('erasure.text.adds'));
  return sentences.join(' ');
}
