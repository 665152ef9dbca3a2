import { CALLS_FILE } from '@offhook/contract/console/list-filters';
import { LEAD_OUTCOMES } from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';
import { directionName, resultChoices, statusChoices } from '../../core/leads/call-names.ts';
import { hourChoices, weekdayChoices } from '../../core/leads/list-names.ts';
import { callQuery } from '../../core/leads/list-query.ts';
import { outcomeName } from '../../core/reports/charts/outcomes.ts';
import { dayBounds } from '../../days.ts';
import { callColumns } from '../../parts/calls/call-columns.tsx';
import { Card } from '../../parts/cards/card.tsx';
import type { Choices } from '../../parts/forms/choice.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { ScopeNote } from '../../parts/shell/scope-note.tsx';
import { DayFilter } from '../../parts/tables/day-filter.tsx';
import { ExportButton } from '../../parts/tables/export-button.tsx';
import { SearchFilter } from '../../parts/tables/filters.tsx';
import { FoldedFilters } from '../../parts/tables/folded-filters.tsx';
import { List } from '../../parts/tables/list.tsx';
import { useAddressFilters } from '../../parts/tables/use-address-filters.ts';
import { useCursor } from '../../parts/tables/use-cursor.ts';
import { useFilterChoices } from '../../parts/tables/use-filter-choices.tsx';
import { useApiQuery } from '../../queries.ts';

const PAGE_SIZE = 50;
const ZONED = ['from', 'to', 'hour', 'weekday'];

const directions = (): Choices =>
  ['outbound', 'inbound'].map((direction) => [direction, directionName(direction)]);

/** Every call of the account, newest first. */
export function CallsPage() {
  const filters = useAddressFilters();
  const { cursor, page, pages } = useCursor(filters.key);
  const { value, zone, filter, typed } = filters;
  const query = callQuery(value, zone, dayBounds(value('from'), value('to'), zone));
  const list = useApiQuery(
    'listCalls',
    { query: { limit: PAGE_SIZE, cursor, ...query } },
    { live: page === 1 },
  );
  const count = useApiQuery('countCalls', { query });
  const { agents, teams, sources, choice, ...offered } = useFilterChoices(filters);
  const numbers: Choices = offered.numbers.map(({ id, name, phone_number_formatted: number }) => [
    id,
    name === null ? number : `${name} (${number})`,
  ]);
  const named = (text: (agent: string) => string): Choices => agents.map(([id, agent]) => [id, text(agent)]);
  return (
    <Page title={t('calls.title')}>
      {value('team') === '' && <ScopeNote text={t('calls.scope')} />}
      <Card
        end={
          <ExportButton
            count={count}
            file={CALLS_FILE}
            query={query}
            text={(shown) => t('list.export.calls', { count: shown })}
          />
        }
        flush
        title={t('calls.all')}
      >
        <FoldedFilters
          filters={filters}
          main={{
            agent: choice('agent', t('field.agent'), t('agents.all'), agents),
            team: choice('team', t('field.team'), t('filter.allTeams'), teams),
            status: choice('status', t('field.status'), t('calls.anyStatus'), statusChoices()),
            result: choice('result', t('field.result'), t('calls.anyResult'), resultChoices()),
            from: <DayFilter label={t('filter.fromDay')} {...filter('from')} />,
            to: <DayFilter label={t('filter.toDay')} {...filter('to')} />,
          }}
          more={{
            direction: choice('direction', t('field.direction'), t('calls.anyDirection'), directions()),
            source: choice('source', t('filter.source'), t('filter.anySource'), sources),
            number: choice('number', t('field.number'), t('filter.anyNumber'), numbers),
            weekday: choice('weekday', t('filter.weekday'), t('filter.anyWeekday'), weekdayChoices()),
            hour: choice('hour', t('filter.hour'), t('filter.anyHour'), hourChoices()),
            taken: choice(
              'taken',
              t('filter.takenBy'),
              t('filter.takenBy.none'),
              named((agent) => t('filter.takenBy.agent', { agent })),
            ),
            missed: choice(
              'missed',
              t('filter.missedBy'),
              t('filter.missedBy.none'),
              named((agent) => t('filter.missedBy.agent', { agent })),
            ),
            outcome: choice(
              'outcome',
              t('filter.outcome'),
              t('filter.outcome.none'),
              LEAD_OUTCOMES.map((one) => [one, t('filter.outcome.is', { outcome: outcomeName(one) })]),
            ),
            last: choice(
              'last',
              t('filter.lastAgent'),
              t('filter.lastAgent.none'),
              named((agent) => t('filter.lastAgent.agent', { agent })),
            ),
          }}
          search={<SearchFilter maxLength={100} placeholder={t('calls.search')} {...typed('search')} />}
          zoned={ZONED}
        />
        <List
          caption={t('calls.title')}
          columns={callColumns(list.data?.has_scorecard ?? false)}
          empty={filters.key === '' ? t('calls.empty') : t('calls.empty.filtered')}
          expected={10}
          pages={pages}
          query={list}
        />
      </Card>
    </Page>
  );
}
