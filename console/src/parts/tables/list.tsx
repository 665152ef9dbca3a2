import type { ApiError } from '@offhook/contract/client/api-error';
import { Pager } from '@offhook/design/forms/pager.tsx';
import { t } from '@offhook/i18n/console';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { findRows } from '../../core/forms/find-rows.ts';
import { type Column, DataTable, NoRows, SkeletonRows } from './data-table.tsx';
import { Filters, SearchFilter } from './filters.tsx';
import { Loaded } from './loaded.tsx';

type Pages = ComponentProps<typeof Pager>;

interface RowsProps<R> extends ComponentProps<typeof DataTable<R>> {
  readonly empty: string;
  readonly pages?: Pages | undefined;
}

/** A table with its pager, or a sentence if it has no rows. */
export function Rows<R>({ empty, pages, ...table }: RowsProps<R>) {
  return (
    <>
      {table.rows.length === 0 ? <NoRows>{empty}</NoRows> : <DataTable {...table} />}
      {pages && (pages.hasNext || pages.page > 1) && <Pager {...pages} />}
    </>
  );
}

interface Row {
  readonly id: number;
}

interface Props<R, A> {
  readonly query: UseQueryResult<A, ApiError>;
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly empty: string;
  /** How many rows the skeleton has. */
  readonly expected?: number;
  readonly pages?: (answer: A) => Pages;
  /** Of a list that is requested as a whole. */
  readonly search?: Search<R>;
}

interface Search<R> {
  readonly placeholder: string;
  /** What a row is found by. */
  readonly textOf: (row: R) => string;
}

/** A shorter list is in view as a whole. */
const SEARCHED_FROM = 9;

/** A request's rows as a table, with its loading, error and empty states. */
export function List<R extends Row, A extends { readonly data: readonly R[] }>(props: Props<R, A>) {
  const { query, expected, pages, search, ...table } = props;
  return (
    <Loaded inset query={query} skeleton={<SkeletonRows {...(expected && { rows: expected })} />}>
      {(answer) =>
        search && answer.data.length >= SEARCHED_FROM ? (
          <SearchedRows keyOf={idOf} rows={answer.data} search={search} {...table} />
        ) : (
          <Rows keyOf={idOf} pages={pages?.(answer)} rows={answer.data} {...table} />
        )
      }
    </Loaded>
  );
}

const idOf = ({ id }: Row) => id;

function SearchedRows<R>({ search, rows, ...table }: RowsProps<R> & { readonly search: Search<R> }) {
  const [text, setText] = useState('');
  return (
    <>
      <Filters>
        <SearchFilter onText={setText} placeholder={search.placeholder} value={text} />
      </Filters>
      <Rows {...table} empty={t('list.noMatches')} rows={findRows(rows, search.textOf, text)} />
    </>
  );
}
