import type { ConsoleDelivery } from '@offhook/contract/console/console-entities';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import replay from '@offhook/design/icons/replay.svg?raw';
import { useAsk, useTell } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Choice } from '../forms/choice.tsx';
import { type Column, momentColumn, Soft } from '../tables/data-table.tsx';
import { useFilters } from '../tables/filters.tsx';
import { List } from '../tables/list.tsx';
import { useCursor } from '../tables/use-cursor.ts';

type Status = ConsoleDelivery['status'];
const WORDS: Readonly<Record<Status, string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** What was told to an address, the newest first; what came wrong can be told again. */
export function Deliveries({ webhookId }: { readonly webhookId: number }) {
  const { cursor, pages, restart } = useCursor();
  const { values, filter } = useFilters({ status: '' }, restart);
  const status = values.status as Status | '';
  const query = useAsk(
    'listDeliveries',
    { params: { id: webhookId }, query: { limit: 20, cursor, ...(status !== '' && { status }) } },
    { live: true },
  );
  const tell = useTell('replayDelivery', ['listDeliveries', 'listWebhooks']);
  const columns: readonly Column<ConsoleDelivery>[] = [
    { head: 'Event', cell: ({ type, event_id }) => `${type} ${event_id}` },
    momentColumn('Happened', ({ created_at }) => created_at),
    { head: 'Status', cell: (delivery) => <Soft>{WORDS[delivery.status]}</Soft> },
    { head: 'Tries', figures: true, cell: ({ attempts }) => <Soft>{attempts}</Soft> },
    {
      head: 'Answer',
      cell: ({ last_status, last_error }) => (
        <Soft>
          {last_status === null ? (last_error ?? 'None yet') : `${last_status} ${last_error ?? ''}`.trim()}
        </Soft>
      ),
    },
    {
      head: 'Actions',
      acts: true,
      cell: (delivery) => (
        <IconButton
          disabled={delivery.status === 'waiting' || tell.isPending}
          icon={replay}
          look="row"
          name={`Send ${delivery.type} ${delivery.event_id} again`}
          onClick={() => tell.mutate({ params: { id: delivery.id } })}
        />
      ),
    },
  ];
  return (
    <Card
      end={
        <Choice
          choices={Object.entries(WORDS)}
          filter
          label="Status"
          none="All statuses"
          {...filter('status')}
        />
      }
      flush
      title="Deliveries"
    >
      <Banner text={tell.error?.message ?? null} />
      <List
        caption="Deliveries"
        columns={columns}
        empty={status === '' ? 'Nothing has been told yet.' : 'No delivery has this status.'}
        pages={pages}
        query={query}
      />
    </Card>
  );
}
