import { hasPermission } from '@offhook/contract/accounts/permissions';
import type { ConsoleLead } from '@offhook/contract/console/leads/lead-entities';
import { LEADS_FILE } from '@offhook/contract/console/list-filters';
import upload from '@offhook/design/icons/upload_file.svg?raw';
import { t } from '@offhook/i18n/console';
import { Link } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { leadStateChoices } from '../../core/leads/list-names.ts';
import { leadQuery } from '../../core/leads/list-query.ts';
import { dayBounds } from '../../days.ts';
import { Card } from '../../parts/cards/card.tsx';
import { Chip } from '../../parts/cards/chip.tsx';
import { LinkButton } from '../../parts/cards/link-button.tsx';
import type { Choices } from '../../parts/forms/choice.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { type Column, Muted, momentColumn } from '../../parts/tables/data-table.tsx';
import { DayFilter } from '../../parts/tables/day-filter.tsx';
import { ExportButton } from '../../parts/tables/export-button.tsx';
import { SearchFilter } from '../../parts/tables/filters.tsx';
import { FoldedFilters } from '../../parts/tables/folded-filters.tsx';
import { List } from '../../parts/tables/list.tsx';
import { useAddressFilters } from '../../parts/tables/use-address-filters.ts';
import { useCursor } from '../../parts/tables/use-cursor.ts';
import { useFilterChoices } from '../../parts/tables/use-filter-choices.tsx';
import { useApiQuery } from '../../queries.ts';

const ZONED = ['from', 'to'];

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
    whole: true,
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

/** Every lead of the account except erased ones, newest first. */
export function LeadsPage() {
  const { user } = useConsole();
  const filters = useAddressFilters();
  const { cursor, pages } = useCursor(filters.key);
  const { value, zone, filter, typed } = filters;
  const query = leadQuery(value, zone, dayBounds(value('from'), value('to'), zone));
  const list = useApiQuery('listLeads', { query: { limit: 50, cursor, ...query } });
  const count = useApiQuery('countLeads', { query });
  const { agents, teams, sources, choice, ...offered } = useFilterChoices(filters);
  const tags: Choices = offered.tags.map(({ id, name, team }) => [id, `${name} (${team.name})`]);
  return (
    <Page
      end={
        hasPermission(user, 'admin') && (
          <LinkButton icon={upload} to="/leads/import">
            {t('import.leads')}
          </LinkButton>
        )
      }
      title={t('leads.title')}
    >
      <Card
        end={
          <ExportButton
            count={count}
            file={LEADS_FILE}
            query={query}
            text={(shown) => t('list.export.leads', { count: shown })}
          />
        }
        flush
        title={t('leads.all')}
      >
        <FoldedFilters
          filters={filters}
          main={{
            team: choice('team', t('field.team'), t('filter.allTeams'), teams),
            owner: choice('owner', t('lead.owner'), t('filter.anyOwner'), agents),
            state: choice('state', t('field.status'), t('calls.anyStatus'), leadStateChoices()),
          }}
          more={{
            source: choice('source', t('filter.source'), t('filter.anySource'), sources),
            tag: choice('tag', t('filter.tag'), t('filter.anyTag'), tags),
            from: <DayFilter label={t('filter.createdFrom')} {...filter('from')} />,
            to: <DayFilter label={t('filter.createdTo')} {...filter('to')} />,
          }}
          search={<SearchFilter maxLength={100} placeholder={t('leads.search')} {...typed('search')} />}
          zoned={ZONED}
        />
        <List
          caption={t('leads.title')}
          columns={columns()}
          empty={filters.key === '' ? t('leads.empty') : t('leads.empty.filtered')}
          expected={10}
          pages={pages}
          query={list}
        />
      </Card>
    </Page>
  );
}
