import type { ConsoleNumber } from '@offhook/contract/console/rule-entities';
import { t } from '@offhook/i18n/console';

export function inboundCallsText({ is_ready, is_checked }: ConsoleNumber): string {
  if (is_ready) return t('number.inboundCalls.connected');
  return is_checked ? t('number.inboundCalls.notConnected') : t('number.inboundCalls.checking');
}
