import { classes } from '@offhook/design/classes';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { Pager } from '@offhook/design/forms/pager.tsx';
import historyIcon from '@offhook/design/icons/history.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import { useCallback, useState } from 'react';
import { LoadFailed } from '../../components/frame/load-failed.tsx';
import { Panel } from '../../components/frame/panel.tsx';
import { useOverdue } from '../../components/time/use-overdue.ts';
import { ALL_CALLS, type HistoryFilters, hasNextPage, isFiltered } from '../../core/lists/history-rows.ts';
import { usePhone } from '../../phone-context.tsx';
import { useHistory } from '../../queries.ts';
import styles from './history.module.css';
import { HistoryFilterRow } from './history-filter-row.tsx';
import { HistoryTable } from './history-table.tsx';

const c = classes(styles);

function Skeleton() {
  return (
    <div aria-hidden="true" className={c('skeleton')}>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div className={c('skeletonRow')} key={row}>
          <span className={c('dot')} />
          <span className={c('bones')} />
          <span className={c('bones', 'short')} />
        </div>
      ))}
    </div>
  );
}

export default function History({ page }: { readonly page: number }) {
  const { state, send } = usePhone();
  const [filters, setFilters] = useState(ALL_CALLS);
  const changes = state.screen.resultsChanged;
  const { data, error, isFetching, isPlaceholderData, refetch } = useHistory(page, filters, changes);
  // A failed search must not take its filters away.
  const [hasFilters, setHasFilters] = useState(false);
  if (data && data.hasFilters !== hasFilters) setHasFilters(data.hasFilters);
  const filter = useCallback(
    (change: Partial<HistoryFilters>) => {
      setFilters((before) => ({ ...before, ...change }));
      send({ type: 'historyPageChosen', page: 1 });
    },
    [send],
  );
  const overdue = useOverdue(isFetching && (data === undefined || isPlaceholderData));
  const accountId = state.session.name === 'agent' ? state.session.user.account_id : 0;
  const lastPage = data?.lastPage ?? null;
  const isEmpty = data?.items.length === 0 && !isPlaceholderData;
  return (
    <Panel
      beside={overdue && <Spinner name={t('common.loading')} />}
      footer={
        <Pager
          hasNext={
            data !== undefined && !isPlaceholderData && hasNextPage(page, data.items.length, data.lastPage)
          }
          lastPage={lastPage}
          onPage={(chosen) => send({ type: 'historyPageChosen', page: chosen })}
          page={page}
        />
      }
      kind="table"
      onClose={() => send({ type: 'panelClosed' })}
      title={t('history.title')}
      top={hasFilters && <HistoryFilterRow filters={filters} onFilter={filter} />}
    >
      {error && (
        <div className={c('banner')}>
          <LoadFailed error={error} onRetry={refetch} />
        </div>
      )}
      {isEmpty && (
        <div className={c('empty')}>
          <Icon size={48} svg={historyIcon} />
          <p>{t(isFiltered(filters) ? 'history.noneFound' : 'history.empty')}</p>
        </div>
      )}
      {data && !isEmpty && (
        <HistoryTable
          accountId={accountId}
          items={data.items}
          onLead={(prefill) => send({ type: 'historyLeadClicked', ...prefill })}
        />
      )}
      {!data && overdue && <Skeleton />}
    </Panel>
  );
}
