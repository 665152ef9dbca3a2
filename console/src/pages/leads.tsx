import type { ConsoleLead } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Field, Select } from '@offhook/design/forms/field.tsx';
import { Pager } from '@offhook/design/forms/pager.tsx';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { Card } from '../parts/cards/card.tsx';
import { Chip } from '../parts/cards/chip.tsx';
import { Moment } from '../parts/cards/moment.tsx';
import styles from '../parts/forms/form-page.module.css';
import { Page } from '../parts/shell/page.tsx';
import { type Column, DataTable, NoRows, SkeletonRows, Soft } from '../parts/tables/data-table.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import { useAsk } from '../queries.ts';

const c = classes(styles);

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
  {
    head: 'Came',
    figures: true,
    cell: ({ created_at }) => (
      <Soft>
        <Moment at={created_at} />
      </Soft>
    ),
  },
];

/** Everybody who was or is to be called. */
export function LeadsPage() {
  const [text, setText] = useState('');
  const [teamId, setTeamId] = useState('');
  const { cursor, page, goTo, restart } = useCursor();
  const search = useDeferredValue(text.trim());
  const query = useAsk('listLeads', {
    query: { limit: 50, cursor, search, ...(teamId !== '' && { team_id: Number(teamId) }) },
  });
  const teams = useAsk('readBoard', { query: {} }).data?.teams ?? [];
  return (
    <Page title="Leads">
      <Card flush title="All leads">
        <div className={c('filters')}>
          <div className={c('search')}>
            <Field
              filter
              label="Search"
              maxLength={100}
              onChange={({ target }) => {
                setText(target.value);
                restart();
              }}
              placeholder="Name, number, email or company"
              type="search"
              value={text}
            />
          </div>
          <Select
            filter
            label="Team"
            onChange={({ target }) => {
              setTeamId(target.value);
              restart();
            }}
            value={teamId}
          >
            <option value="">All Teams</option>
            {teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <Loaded query={query} skeleton={<SkeletonRows rows={10} />}>
          {({ data, next }) => (
            <>
              {data.length === 0 ? (
                <NoRows>
                  {text !== '' || teamId !== '' ? 'No lead was found.' : 'There are no leads yet.'}
                </NoRows>
              ) : (
                <DataTable caption="Leads" columns={COLUMNS} keyOf={({ id }) => id} rows={data} />
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
