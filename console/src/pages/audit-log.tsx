import type { AuditEntry } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import { Pager } from '@offhook/design/forms/pager.tsx';
import { useDeferredValue, useState } from 'react';
import { Card } from '../parts/cards/card.tsx';
import { Moment } from '../parts/cards/moment.tsx';
import styles from '../parts/forms/form-page.module.css';
import { Page } from '../parts/shell/page.tsx';
import { type Column, DataTable, NoRows, SkeletonRows, Soft } from '../parts/tables/data-table.tsx';
import { dayBounds } from '../parts/tables/day-bounds.ts';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import { useAsk } from '../queries.ts';

const c = classes(styles);

/** Who changed what, the newest first. */
export function AuditLogPage() {
  const [text, setText] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const search = useDeferredValue(text.trim());
  const { cursor, page, goTo, restart } = useCursor();
  const query = useAsk('listAuditLog', {
    query: { limit: 50, cursor, search, ...dayBounds(from, to) },
  });
  const isFiltered = search !== '' || from !== '' || to !== '';
  const filter = (set: (value: string) => void) => (value: string) => {
    set(value);
    restart();
  };
  return (
    <Page title="Audit log">
      <Card flush title="Changes">
        <div className={c('filters')}>
          <div className={c('search')}>
            <Field
              filter
              label="Search"
              onChange={({ target }) => filter(setText)(target.value)}
              placeholder="Action or subject"
              type="search"
              value={text}
            />
          </div>
          <Field
            filter
            label="From"
            max={to}
            onChange={({ target }) => filter(setFrom)(target.value)}
            title="From"
            type="date"
            value={from}
          />
          <Field
            filter
            label="To"
            min={from}
            onChange={({ target }) => filter(setTo)(target.value)}
            title="To"
            type="date"
            value={to}
          />
        </div>
        <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
          {({ data, next }) => (
            <>
              {data.length === 0 ? (
                <NoRows>
                  {isFiltered ? 'Nothing of that kind was changed.' : 'Nothing has been changed yet.'}
                </NoRows>
              ) : (
                <DataTable caption="Changes" columns={COLUMNS} keyOf={({ id }) => id} rows={data} />
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

const COLUMNS: readonly Column<AuditEntry>[] = [
  { head: 'What', cell: ({ subject }) => subject },
  { head: 'Action', cell: ({ action }) => <Soft>{action}</Soft> },
  { head: 'Who', cell: ({ user }) => <Soft>{user?.full_name ?? 'Nobody of the account'}</Soft> },
  {
    head: 'When',
    figures: true,
    cell: ({ at }) => (
      <Soft>
        <Moment at={at} />
      </Soft>
    ),
  },
  { head: 'From', cell: ({ address }) => <Soft>{address ?? 'Unknown'}</Soft> },
];
