import type { ConsoleLead } from '@offhook/contract/console/lead-entities';
import { t } from '@offhook/i18n/console';
import { Link } from 'react-router';
import { Card } from '../parts/cards/card.tsx';
import { Chip } from '../parts/cards/chip.tsx';
import { Choice, toChoices } from '../parts/forms/choice.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, Muted, momentColumn } from '../parts/tables/data-table.tsx';
import { Filters, SearchFilter, useFilters } from '../parts/tables/filters.tsx';
import { List } from '../parts/tables/list.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import { useApiQuery } from '../queries.ts';

const columns = (): readonly Column<ConsoleLead>[] => [
  {
    head: t('field.lead'),
    cell: ({ id, label, do_not_call, removed_at }) => (
      <>
        <Link to={`/leads/${id}`}>
          <bdi>{label}</bdi>
        </Link>{' '}
        {removed_at !== null && <Chip variant="danger">{t('lead.removed')}</Chip>}
        {do_not_call && removed_at === null && <Chip variant="danger">{t('lead.doNotCall')}</Chip>}
      </>
    ),
  },
  {
    head: t('field.phone'),
    cell: ({ phone_number_formatted }) => (
      <Muted>
        <bdi dir="ltr">{phone_number_formatted}</bdi>
      </Muted>
    ),
  },
  { head: t('lead.owner'), cell: ({ owner }) => <Muted>{owner?.full_name ?? '–'}</Muted> },
  { head: t('field.team'), cell: ({ team }) => <Muted>{team?.name ?? '–'}</Muted> },
  momentColumn(t('field.created'), ({ created_at }) => created_at),
];

export function LeadsPage() {
  const { cursor, pages, restart } = useCursor();
  const { values, search, filter } = useFilters({ search: '', team: '' }, restart);
  const query = useApiQuery('listLeads', {
    query: { limit: 50, cursor, search, ...(values.team !== '' && { team_id: Number(values.team) }) },
  });
  const teams = useApiQuery('readBoard', { query: {} }).data?.teams;
  const isFiltered = values.search !== '' || values.team !== '';
  return (
    <Page title={t('leads.title')}>
      <Card flush title={t('leads.all')}>
        <Filters>
          <SearchFilter maxLength={100} placeholder={t('leads.search')} {...filter('search')} />
          <Choice
            choices={toChoices(teams)}
            filter
            label={t('field.team')}
            none={t('filter.allTeams')}
            {...filter('team')}
          />
        </Filters>
        <List
          caption={t('leads.title')}
          columns={columns()}
          empty={isFiltered ? t('leads.empty.filtered') : t('leads.empty')}
          expected={10}
          pages={pages}
          query={query}
        />
      </Card>
    </Page>
  );
}
