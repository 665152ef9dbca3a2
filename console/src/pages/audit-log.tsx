import type { AuditEntry } from '@offhook/contract/console/console-entities';
import { Card } from '../parts/cards/card.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, momentColumn, Soft } from '../parts/tables/data-table.tsx';
import { dayBounds } from '../parts/tables/day-bounds.ts';
import { DayFilter, Filters, SearchFilter, useFilters } from '../parts/tables/filters.tsx';
import { List } from '../parts/tables/list.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import { useAsk } from '../queries.ts';

/** Who changed what, the newest first. */
export function AuditLogPage() {
  const { cursor, pages, restart } = useCursor();
  const { values, search, filter } = useFilters({ search: '', from: '', to: '' }, restart);
  const { from, to } = values;
  const query = useAsk('listAuditLog', {
    query: { limit: 50, cursor, search, ...dayBounds(from, to) },
  });
  const isFiltered = search !== '' || from !== '' || to !== '';
  return (
    <Page title="Audit log">
      <Card flush title="Changes">
        <Filters>
          <SearchFilter placeholder="Action or subject" {...filter('search')} />
          <DayFilter label="From" max={to} {...filter('from')} />
          <DayFilter label="To" min={from} {...filter('to')} />
        </Filters>
        <List
          caption="Changes"
          columns={COLUMNS}
          empty={isFiltered ? 'Nothing of that kind was changed.' : 'Nothing has been changed yet.'}
          expected={8}
          pages={pages}
          query={query}
        />
      </Card>
    </Page>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { head: 'What', cell: ({ subject }) => subject },
  { head: 'Action', cell: ({ action }) => <Soft>{action}</Soft> },
  { head: 'Who', cell: ({ user }) => <Soft>{user?.full_name ?? 'Nobody of the account'}</Soft> },
  momentColumn('When', ({ at }) => at),
  { head: 'From', cell: ({ address }) => <Soft>{address ?? 'Unknown'}</Soft> },
];
