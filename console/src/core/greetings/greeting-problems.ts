import { MAX_GREETING_SECONDS } from '@offhook/contract/console/greeting-entities';
import { t } from '@offhook/i18n/console';

/** Two minutes in CD quality. Only the telephone's share of it is uploaded. */
export const MAX_SOURCE_BYTES = 25 * 1024 * 1024;

export type GreetingProblem =
  | 'tooLarge'
  | 'notAudio'
  | 'tooLong'
  | 'noPermission'
  | 'noMicrophone'
  | 'microphoneFailed';

export function greetingProblemText(problem: GreetingProblem): string {
  switch (problem) {
    case 'tooLarge':
      return t('greeting.tooLarge', { megabytes: MAX_SOURCE_BYTES / 1024 / 1024 });
    case 'tooLong':
      return t('greeting.tooLong', { minutes: MAX_GREETING_SECONDS / 60 });
    default:
      return t(`greeting.${problem}`);
  }
}

/** @param name of the error of `getUserMedia` */
export function microphoneProblem(name: string): GreetingProblem {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'noPermission';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'noMicrophone' : 'microphoneFailed';
}
