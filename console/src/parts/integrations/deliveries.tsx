import type { ConsoleDelivery } from '@offhook/contract/console/console-entities';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Select } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import { Pager } from '@offhook/design/forms/pager.tsx';
import replay from '@offhook/design/icons/replay.svg?raw';
import { useState } from 'react';
import { useAsk, useTell } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Moment } from '../cards/moment.tsx';
import { type Column, DataTable, NoRows, SkeletonRows, Soft } from '../tables/data-table.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { useCursor } from '../tables/use-cursor.ts';

type Status = ConsoleDelivery['status'];
const WORDS: Readonly<Record<Status, string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** What was told to an address, the newest first; what came wrong can be told again. */
export function Deliveries({ webhookId }: { readonly webhookId: number }) {
  const [status, setStatus] = useState<Status | ''>('');
  const { cursor, page, goTo, restart } = useCursor();
  const query = useAsk(
    'listDeliveries',
    { params: { id: webhookId }, query: { limit: 20, cursor, ...(status !== '' && { status }) } },
    { live: true },
  );
  const tell = useTell('replayDelivery', ['listDeliveries', 'listWebhooks']);
  const columns: readonly Column<ConsoleDelivery>[] = [
    { head: 'Event', cell: ({ type, event_id }) => `${type} ${event_id}` },
    {
      head: 'Happened',
      figures: true,
      cell: ({ created_at }) => (
        <Soft>
          <Moment at={created_at} />
        </Soft>
      ),
    },
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
        <Select
          filter
          label="Status"
          onChange={({ target }) => {
            const { value } = target;
            setStatus(value === 'waiting' || value === 'delivered' || value === 'failed' ? value : '');
            restart();
          }}
          value={status}
        >
          <option value="">All statuses</option>
          {Object.entries(WORDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      }
      flush
      title="Deliveries"
    >
      <Banner text={tell.error?.message ?? null} />
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {({ data, next }) => (
          <>
            {data.length === 0 ? (
              <NoRows>{status === '' ? 'Nothing has been told yet.' : 'No delivery has this status.'}</NoRows>
            ) : (
              <DataTable caption="Deliveries" columns={columns} keyOf={({ id }) => id} rows={data} />
            )}
            {(next !== null || page > 1) && (
              <Pager
                hasNext={next !== null}
                lastPage={null}
                onPage={(wanted) => goTo(wanted, next)}
                page={page}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
