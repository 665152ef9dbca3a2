import type { Disposition } from '@offhook/contract/calls/dispositions';
import block from '@offhook/design/icons/block.svg?raw';
import checkCircle from '@offhook/design/icons/check_circle.svg?raw';
import phoneMissed from '@offhook/design/icons/phone_missed.svg?raw';
import voicemail from '@offhook/design/icons/voicemail.svg?raw';

export interface Choice {
  readonly result: Disposition;
  /** A message ID. */
  readonly label: `result.${Disposition}`;
  readonly key: string;
  readonly icon: string;
  readonly givenLabel: `result.given.${Disposition}`;
}

export const CHOICES: readonly Choice[] = [
  {
    result: 'contacted',
    label: 'result.contacted',
    key: '1',
    icon: checkCircle,
    givenLabel: 'result.given.contacted',
  },
  {
    result: 'voicemail',
    label: 'result.voicemail',
    key: '2',
    icon: voicemail,
    givenLabel: 'result.given.voicemail',
  },
  {
    result: 'missed',
    label: 'result.missed',
    key: '3',
    icon: phoneMissed,
    givenLabel: 'result.given.missed',
  },
  { result: 'removed', label: 'result.removed', key: '4', icon: block, givenLabel: 'result.given.removed' },
];

export function choiceOf(disposition: Disposition): Choice | undefined {
  return CHOICES.find(({ result }) => result === disposition);
}
