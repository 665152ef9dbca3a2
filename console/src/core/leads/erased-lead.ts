/** Of an erased lead nothing is left to edit; of one who must not be called, the number may be. */
import type { ConsoleLeadDetail } from '@offhook/contract/console/console-entities';

export function isErased({ erased_at, phone_number }: ConsoleLeadDetail): boolean {
  return erased_at !== null && !phone_number.startsWith('+');
}

/** What the question before an erasure says. */
export function erasureWarning(
  lead: Pick<ConsoleLeadDetail, 'do_not_call' | 'removed_at' | 'listing'>,
): string {
  const gone =
    'The name, the number, notes, texts, recordings and evidence of consent are deleted here and at the voice provider. Calls stay as counts. This cannot be undone.';
  if (lead.listing) return `${gone} The number stays on the do-not-call list.`;
  if (lead.do_not_call || lead.removed_at !== null)
    return `${gone} The lead must not be called, so the number is put on the do-not-call list.`;
  return gone;
}
