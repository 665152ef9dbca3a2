/** The four results as they are offered and told. */
import type { Disposition } from '@offhook/contract/entities';
import block from '@offhook/design/icons/block.svg?raw';
import checkCircle from '@offhook/design/icons/check_circle.svg?raw';
import phoneMissed from '@offhook/design/icons/phone_missed.svg?raw';
import voicemail from '@offhook/design/icons/voicemail.svg?raw';

export interface Choice {
  readonly result: Disposition;
  readonly label: string;
  readonly key: string;
  readonly icon: string;
  /** Once it is given. */
  readonly given: string;
}

export const CHOICES: readonly Choice[] = [
  { result: 'contacted', label: 'Contacted', key: '1', icon: checkCircle, given: 'Marked Contacted' },
  { result: 'voicemail', label: 'Voicemail', key: '2', icon: voicemail, given: 'Marked Voicemail' },
  { result: 'missed', label: 'Missed', key: '3', icon: phoneMissed, given: 'Marked Missed' },
  { result: 'removed', label: 'Remove', key: '4', icon: block, given: 'Marked Removed' },
];

export function choiceOf(wanted: Disposition): Choice | undefined {
  return CHOICES.find(({ result }) => result === wanted);
}
