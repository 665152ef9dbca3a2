import type { ApiError } from '@offhook/contract/client/api-error';
import { classes } from '@offhook/design/classes';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { t } from '@offhook/i18n/console';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed } from './failed.tsx';
import styles from './loaded.module.css';

const c = classes(styles);

interface Props<T> {
  readonly query: UseQueryResult<T, ApiError>;
  /** Shown while loading; a spinner by default. */
  readonly skeleton?: ReactNode;
  /** In a card whose rows extend from edge to edge. */
  readonly inset?: boolean;
  readonly children: (data: T) => ReactNode;
}

/** Shows a request's answer, a skeleton while it loads, or its error with a retry. */
export function Loaded<T>({ query, skeleton, inset, children }: Props<T>) {
  const { data, error, isFetching } = query;
  return (
    <>
      {error && (
        <Failed
          error={error.message}
          inset={inset}
          isRetrying={isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {data === undefined &&
        !error &&
        (skeleton ?? (
          <div className={c('loading')}>
            <Spinner name={t('list.loading')} />
          </div>
        ))}
      {data !== undefined && children(data)}
    </>
  );
}
