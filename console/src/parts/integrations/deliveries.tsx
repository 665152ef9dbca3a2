import type { ConsoleDelivery } from '@offhook/contract/console/integration-entities';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import replay from '@offhook/design/icons/replay.svg?raw';
import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Choice } from '../forms/choice.tsx';
import { type Column, countColumn, Muted, momentColumn } from '../tables/data-table.tsx';
import { useFilters } from '../tables/filters.tsx';
import { List } from '../tables/list.tsx';
import { useCursor } from '../tables/use-cursor.ts';

type Status = ConsoleDelivery['status'];
const STATUSES = {
  waiting: 'delivery.status.pending',
  delivered: 'delivery.status.delivered',
  failed: 'delivery.status.failed',
} as const satisfies Record<Status, ConsoleMessage>;

function eventName({ type, event_id, is_test }: ConsoleDelivery): string {
  const event = `${type} ${event_id}`;
  return is_test ? t('delivery.event.test', { event }) : event;
}

/** A webhook's deliveries, newest first. Those that ended can be resent. */
export function Deliveries({ webhookId }: { readonly webhookId: number }) {
  const { cursor, pages, restart } = useCursor();
  const { values, filter } = useFilters({ status: '' }, restart);
  const status = values.status as Status | '';
  const query = useApiQuery(
    'listDeliveries',
    { params: { id: webhookId }, query: { limit: 20, cursor, ...(status !== '' && { status }) } },
    { live: true },
  );
  const request = useApiMutation('replayDelivery', ['listDeliveries', 'listWebhooks']);
  const columns: readonly Column<ConsoleDelivery>[] = [
    { head: t('delivery.event'), cell: eventName },
    momentColumn(t('field.time'), ({ created_at }) => created_at),
    { head: t('field.status'), cell: (delivery) => <Muted>{t(STATUSES[delivery.status])}</Muted> },
    countColumn(t('delivery.attempts'), ({ attempts }) => attempts),
    {
      head: t('delivery.response'),
      cell: ({ last_status, last_error }) => (
        <Muted>
          {last_status === null
            ? (last_error ?? t('delivery.response.none'))
            : `${last_status} ${last_error ?? ''}`.trim()}
        </Muted>
      ),
    },
    {
      head: t('field.actions'),
      actions: true,
      cell: (delivery) => (
        <IconButton
          disabled={delivery.status === 'waiting' || request.isPending}
          icon={replay}
          variant="row"
          name={t('delivery.resend', { event: eventName(delivery) })}
          onClick={() => request.mutate({ params: { id: delivery.id } })}
        />
      ),
    },
  ];
  return (
    <Card
      end={
        <Choice
          choices={Object.entries(STATUSES).map(([value, id]) => [value, t(id)])}
          filter
          label={t('field.status')}
          none={t('delivery.status.any')}
          {...filter('status')}
        />
      }
      flush
      title={t('delivery.title')}
    >
      <Banner text={request.error?.message ?? null} />
      <List
        caption={t('delivery.title')}
        columns={columns}
        empty={status === '' ? t('delivery.empty') : t('delivery.empty.filtered')}
        pages={pages}
        query={query}
      />
    </Card>
  );
}
