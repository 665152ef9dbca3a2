import type { ConsoleLead } from '@offhook/contract/console/console-entities';
import { Link } from 'react-router';
import { Card } from '../parts/cards/card.tsx';
import { Chip } from '../parts/cards/chip.tsx';
import { Choice, namesOf } from '../parts/forms/choice.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, momentColumn, Soft } from '../parts/tables/data-table.tsx';
import { Filters, SearchFilter, useFilters } from '../parts/tables/filters.tsx';
import { List } from '../parts/tables/list.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import { useAsk } from '../queries.ts';

const COLUMNS: readonly Column<ConsoleLead>[] = [
  {
    head: 'Lead',
    cell: ({ id, label, do_not_call, removed_at }) => (
      <>
        <Link to={`/leads/${id}`}>
          <bdi>{label}</bdi>
        </Link>{' '}
        {removed_at !== null && <Chip look="danger">Removed</Chip>}
        {do_not_call && removed_at === null && <Chip look="danger">Do not call</Chip>}
      </>
    ),
  },
  {
    head: 'Phone',
    cell: ({ phone_number_formatted }) => (
      <Soft>
        <bdi dir="ltr">{phone_number_formatted}</bdi>
      </Soft>
    ),
  },
  { head: 'Owner', cell: ({ owner }) => <Soft>{owner?.full_name ?? '–'}</Soft> },
  { head: 'Team', cell: ({ team }) => <Soft>{team?.name ?? '–'}</Soft> },
  momentColumn('Came', ({ created_at }) => created_at),
];

/** Everybody who was or is to be called. */
export function LeadsPage() {
  const { cursor, pages, restart } = useCursor();
  const { values, search, filter } = useFilters({ search: '', team: '' }, restart);
  const query = useAsk('listLeads', {
    query: { limit: 50, cursor, search, ...(values.team !== '' && { team_id: Number(values.team) }) },
  });
  const teams = useAsk('readBoard', { query: {} }).data?.teams;
  const isFiltered = values.search !== '' || values.team !== '';
  return (
    <Page title="Leads">
      <Card flush title="All leads">
        <Filters>
          <SearchFilter maxLength={100} placeholder="Name, number, email or company" {...filter('search')} />
          <Choice choices={namesOf(teams)} filter label="Team" none="All Teams" {...filter('team')} />
        </Filters>
        <List
          caption="Leads"
          columns={COLUMNS}
          empty={isFiltered ? 'No lead was found.' : 'There are no leads yet.'}
          expected={10}
          pages={pages}
          query={query}
        />
      </Card>
    </Page>
  );
}
