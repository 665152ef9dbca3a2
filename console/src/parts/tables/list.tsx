import type { ApiError } from '@offhook/contract/client/api-error';
import { Pager } from '@offhook/design/forms/pager.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { type Column, DataTable, NoRows, SkeletonRows } from './data-table.tsx';
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
}

/** A request's rows as a table, with its loading, error and empty states. */
export function List<R extends Row, A extends { readonly data: readonly R[] }>(props: Props<R, A>) {
  const { query, expected, pages, ...table } = props;
  return (
    <Loaded query={query} skeleton={<SkeletonRows {...(expected && { rows: expected })} />}>
      {(answer) => <Rows keyOf={({ id }) => id} pages={pages?.(answer)} rows={answer.data} {...table} />}
    </Loaded>
  );
}
