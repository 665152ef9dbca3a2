import { classes } from '@offhook/design/classes';
import { Field, Select } from '@offhook/design/forms/field.tsx';
import { Pager } from '@offhook/design/forms/pager.tsx';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { RESULT_CHOICES, STATUS_CHOICES } from '../core/leads/call-words.ts';
import { CALL_COLUMNS } from '../parts/calls/call-columns.tsx';
import { Card } from '../parts/cards/card.tsx';
import { Page } from '../parts/shell/page.tsx';
import { DataTable, NoRows, SkeletonRows } from '../parts/tables/data-table.tsx';
import { dayBounds } from '../parts/tables/day-bounds.ts';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import type { AskInput } from '../queries.ts';
import { useAsk } from '../queries.ts';
import styles from './calls.module.css';

const c = classes(styles);
const PAGE_SIZE = 50;

const DIRECTIONS = [
  { value: 'outbound', label: 'Outbound' },
  { value: 'inbound', label: 'Inbound' },
];

type Choices = readonly { readonly value: string | number; readonly label: string }[];

/** Every call of the account, the newest first. What is chosen stands in the address, to be sent to a colleague. */
export function CallsPage() {
  const [params, setParams] = useSearchParams();
  const { cursor, page, goTo, restart } = useCursor();
  const of = (name: string) => params.get(name) ?? '';
  const choose = (name: string) => (value: string) => {
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
  };
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
  const agents = (board?.agents ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }));
  const teams = (board?.teams ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const select = (name: string, label: string, all: string, choices: Choices) => (
    <Select filter label={label} onChange={({ target }) => choose(name)(target.value)} value={of(name)}>
      <option value="">{all}</option>
      {choices.map(({ value, label: words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  );
  const day = (name: string, label: string) => (
    <Field
      filter
      label={label}
      onChange={({ target }) => choose(name)(target.value)}
      title={label}
      type="date"
      value={of(name)}
    />
  );
  return (
    <Page title="Calls">
      <Card flush title="All calls">
        <div className={c('filters')}>
          <div className={c('search')}>
            <Field
              filter
              label="Search"
              maxLength={100}
              onChange={({ target }) => choose('search')(target.value)}
              placeholder="Name or number"
              type="search"
              value={of('search')}
            />
          </div>
          {select('agent', 'Agent', 'All agents', agents)}
          {select('team', 'Team', 'All Teams', teams)}
          {select('status', 'Status', 'Any status', STATUS_CHOICES)}
          {select('result', 'Result', 'Any result', RESULT_CHOICES)}
          {select('direction', 'Direction', 'Both directions', DIRECTIONS)}
          {day('from', 'From')}
          {day('to', 'To')}
        </div>
        <Loaded query={query} skeleton={<SkeletonRows rows={10} />}>
          {({ data, next }) => (
            <>
              {data.length === 0 ? (
                <NoRows>{params.size > 0 ? 'No call was found.' : 'There have been no calls yet.'}</NoRows>
              ) : (
                <DataTable caption="Calls" columns={CALL_COLUMNS} keyOf={({ id }) => id} rows={data} />
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
    </Page>
  );
}

function number(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
