import { t } from '@offhook/i18n/console';
import { readerZone } from '@offhook/i18n/formats';
import { useSearchParams } from 'react-router';
import { directionName, resultChoices, statusChoices } from '../core/leads/call-names.ts';
import { dayBounds } from '../days.ts';
import { callColumns } from '../parts/calls/call-columns.tsx';
import { Card } from '../parts/cards/card.tsx';
import { Choice, type Choices, toChoices } from '../parts/forms/choice.tsx';
import { Page } from '../parts/shell/page.tsx';
import { DayFilter } from '../parts/tables/day-filter.tsx';
import { Filters, SearchFilter } from '../parts/tables/filters.tsx';
import { List } from '../parts/tables/list.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import type { RequestInput } from '../queries.ts';
import { useApiQuery } from '../queries.ts';

const PAGE_SIZE = 50;

const directions = (): Choices =>
  ['outbound', 'inbound'].map((direction) => [direction, directionName(direction)]);

/** Every call of the account, newest first. The URL has the filters, so it can be sent to a colleague. */
export function CallsPage() {
  const [params, setParams] = useSearchParams();
  const { cursor, page, pages, restart } = useCursor();
  const param = (name: string) => params.get(name) ?? '';
  const filter = (name: string) => ({
    value: param(name),
    onText: (value: string) => {
      restart();
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  });
  const search = param('search').trim();
  const filters = {
    limit: PAGE_SIZE,
    cursor,
    search,
    agent_id: number(param('agent')),
    team_id: number(param('team')),
    status: param('status') || undefined,
    result: param('result') || undefined,
    direction: param('direction') || undefined,
    ...dayBounds(param('from'), param('to'), readerZone()),
  } as RequestInput<'listCalls'>['query'];
  const query = useApiQuery('listCalls', { query: filters }, { live: page === 1 });
  // Supervisors can't list agents and teams, but the board names them.
  const board = useApiQuery('readBoard', { query: {} }).data;
  const choice = (name: string, label: string, none: string, choices: Choices) => (
    <Choice choices={choices} filter label={label} none={none} {...filter(name)} />
  );
  return (
    <Page title={t('calls.title')}>
      <Card flush title={t('calls.all')}>
        <Filters many>
          <SearchFilter maxLength={100} placeholder={t('calls.search')} {...filter('search')} />
          {choice('agent', t('field.agent'), t('agents.all'), toChoices(board?.agents))}
          {choice('team', t('field.team'), t('filter.allTeams'), toChoices(board?.teams))}
          {choice('status', t('field.status'), t('calls.anyStatus'), statusChoices())}
          {choice('result', t('field.result'), t('calls.anyResult'), resultChoices())}
          {choice('direction', t('field.direction'), t('calls.anyDirection'), directions())}
          <DayFilter label={t('filter.fromDay')} {...filter('from')} />
          <DayFilter label={t('filter.toDay')} {...filter('to')} />
        </Filters>
        <List
          caption={t('calls.title')}
          columns={callColumns()}
          empty={params.size > 0 ? t('calls.empty.filtered') : t('calls.empty')}
          expected={10}
          pages={pages}
          query={query}
        />
      </Card>
    </Page>
  );
}

function number(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
