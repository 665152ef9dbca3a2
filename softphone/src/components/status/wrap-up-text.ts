import { t } from '@offhook/i18n/phone';
import { countText } from '../../core/phone-text.ts';
import type { WrapUpState } from '../../core/session/status/wrap-up-state.ts';

export function wrapUpText({ endsAt }: WrapUpState, now: number): string {
  return endsAt === null ? t('wrapUp.untilDone') : t('wrapUp.left', { time: timeLeft(endsAt, now) });
}

export function timeLeft(endsAt: number, now: number): string {
  return countText(0, Math.ceil(Math.max(0, endsAt - now) / 1_000) * 1_000);
}
