import type { ApiError } from '@offhook/contract/client/api-error';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { t } from '@offhook/i18n/console';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './loaded.module.css';

const c = classes(styles);

interface Props<T> {
  readonly query: UseQueryResult<T, ApiError>;
  /** Shown while loading; a spinner by default. */
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Shows a request's answer, a skeleton while it loads, or its error with a retry. */
export function Loaded<T>({ query, skeleton, children }: Props<T>) {
  const { data, error, isFetching } = query;
  return (
    <>
      {error && (
        <div className={c('failed')}>
          <Banner text={error.message} />
          <SmallButton disabled={isFetching} variant="quiet" onClick={() => void query.refetch()}>
            {t('action.tryAgain')}
          </SmallButton>
        </div>
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
