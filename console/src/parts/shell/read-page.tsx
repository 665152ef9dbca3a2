import type { ApiError } from '@offhook/contract/client/api-error';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../tables/loaded.tsx';
import { Page, type Parents } from './page.tsx';
import { SkeletonPage } from './skeleton-page.tsx';

interface Props<T> {
  readonly query: UseQueryResult<T, ApiError>;
  /** Shown until the data has a title. */
  readonly title: string;
  readonly parents?: Parents;
  readonly children: (data: T) => ReactNode;
}

/** Shows a page once its data is loaded, and a skeleton until then. */
export function ReadPage<T>({ query, children, ...page }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Page {...page}>
      <Loaded query={query} skeleton={<SkeletonPage />}>
        {() => null}
      </Loaded>
    </Page>
  );
}
