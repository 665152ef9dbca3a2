import type { ConsoleText } from '@offhook/contract/console/call-entities';
import { type ConsoleMessage, t } from '@offhook/i18n/console';

const STATUSES: Readonly<Record<string, ConsoleMessage & `text.status.${string}`>> = {
  sending: 'text.status.sending',
  sent: 'text.status.sent',
  received: 'text.status.received',
  delivered: 'text.status.delivered',
  undelivered: 'text.status.undelivered',
  failed: 'text.status.failed',
};

type Text = Pick<ConsoleText, 'direction' | 'user' | 'status' | 'delivery' | 'not_sent_reason'>;

export function textSender({ direction, user }: Text): string {
  if (direction === 'inbound') return t('text.sender.lead');
  return user?.full_name ?? t('text.sender.automatic');
}

/** The provider's report, if there is one. An unknown status is shown by its code. */
export function textStatus({ status, delivery, not_sent_reason }: Text): string {
  if (not_sent_reason !== null) return t('text.status.notSent', { reason: not_sent_reason });
  const known = delivery ?? status;
  const id = STATUSES[known];
  return id === undefined || id === 'text.status.notSent' ? known : t(id);
}
