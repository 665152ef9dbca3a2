import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { RESULT_CHOICES, STATUS_CHOICES } from '../core/leads/call-words.ts';
import { CALL_COLUMNS } from '../parts/calls/call-columns.tsx';
import { Card } from '../parts/cards/card.tsx';
import { Choice, type Choices, namesOf } from '../parts/forms/choice.tsx';
import { Page } from '../parts/shell/page.tsx';
import { dayBounds } from '../parts/tables/day-bounds.ts';
import { DayFilter, Filters, SearchFilter } from '../parts/tables/filters.tsx';
import { List } from '../parts/tables/list.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import type { AskInput } from '../queries.ts';
import { useAsk } from '../queries.ts';

const PAGE_SIZE = 50;

const DIRECTIONS: Choices = [
  ['outbound', 'Outbound'],
  ['inbound', 'Inbound'],
];

/** Every call of the account, the newest first. What is chosen stands in the address, to be sent to a colleague. */
export function CallsPage() {
  const [params, setParams] = useSearchParams();
  const { cursor, page, pages, restart } = useCursor();
  const of = (name: string) => params.get(name) ?? '';
  const filter = (name: string) => ({
    value: of(name),
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
  const search = useDeferredValue(of('search').trim());
  const asked = {
    limit: PAGE_SIZE,
    cursor,
    search,
    agent_id: number(of('agent')),
    team_id: number(of('team')),
    status: of('status') || undefined,
    result: of('result') || undefined,
    direction: of('direction') || undefined,
    ...dayBounds(of('from'), of('to')),
  } as AskInput<'listCalls'>['query'];
  const query = useAsk('listCalls', { query: asked }, { live: page === 1 });
  // Who and which team there are is known to every supervisor by the board.
  const board = useAsk('readBoard', { query: {} }).data;
  const choice = (name: string, label: string, none: string, choices: Choices) => (
    <Choice choices={choices} filter label={label} none={none} {...filter(name)} />
  );
  return (
    <Page title="Calls">
      <Card flush title="All calls">
        <Filters many>
          <SearchFilter maxLength={100} placeholder="Name or number" {...filter('search')} />
          {choice('agent', 'Agent', 'All agents', namesOf(board?.agents))}
          {choice('team', 'Team', 'All Teams', namesOf(board?.teams))}
          {choice('status', 'Status', 'Any status', STATUS_CHOICES)}
          {choice('result', 'Result', 'Any result', RESULT_CHOICES)}
          {choice('direction', 'Direction', 'Both directions', DIRECTIONS)}
          <DayFilter label="From" {...filter('from')} />
          <DayFilter label="To" {...filter('to')} />
        </Filters>
        <List
          caption="Calls"
          columns={CALL_COLUMNS}
          empty={params.size > 0 ? 'No call was found.' : 'There have been no calls yet.'}
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
