/** What a call came to, in the words of the phone's own history. */
import type { ConsoleCall } from '@offhook/contract/console/console-entities';
import { runningTime } from '../board/durations.ts';

const STATUSES: ReadonlyMap<string, string> = new Map([
  ['ringing', 'Ringing'],
  ['in-progress', 'In Progress'],
  ['missed', 'Missed'],
  ['busy', 'Busy'],
  ['offline', 'Offline'],
  ['ignored', 'Ignored'],
  ['canceled', 'Canceled'],
  ['failed', 'Failed'],
  ['no-answer', 'No Answer'],
  ['completed', 'Completed'],
]);

type Choices = readonly (readonly [value: string, words: string])[];

export const STATUS_CHOICES: Choices = [...STATUSES];

export const RESULT_CHOICES: Choices = [
  ['contacted', 'Contacted'],
  ['voicemail', 'Voicemail'],
  ['missed', 'Missed'],
  ['removed', 'Removed'],
  ['none', 'No result'],
];

/** A word of the API that this page does not know is shown as it is, with a capital. */
const asItIs = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');

export function statusName(status: string): string {
  return STATUSES.get(status) ?? asItIs(status);
}

/** How long people talked, else what happened instead. */
export function outcomeOf({ status, seconds }: Pick<ConsoleCall, 'status' | 'seconds'>): string {
  if (status === 'completed') return seconds > 0 ? runningTime(seconds) : 'No Answer';
  return statusName(status);
}

export function resultName(result: string | null): string | null {
  return result === null ? null : asItIs(result);
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['lead', 'Lead'],
  ['outbound', 'Outbound'],
  ['inbound', 'Inbound'],
  ['conference', 'Conference'],
  ['transfer', 'Transfer'],
  ['listen', 'Listens'],
  ['whisper', 'Whispers'],
  ['barge', 'Barges in'],
]);

/** In which part somebody was in a call. */
export function partName(type: string): string {
  return TYPES.get(type) ?? asItIs(type);
}

export function partyStatus(status: string): string {
  return asItIs(status);
}
