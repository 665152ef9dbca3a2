import { HISTORY_FILTERS, type HistoryFilter } from '@offhook/contract/leads/history-filter';
import { classes } from '@offhook/design/classes';
import { Select } from '@offhook/design/forms/field.tsx';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { useRef } from 'react';
import { SearchField } from '../../components/forms/search-field.tsx';
import type { HistoryFilters } from '../../core/lists/history-rows.ts';
import styles from './history.module.css';

const c = classes(styles);

interface Props {
  readonly filters: HistoryFilters;
  readonly onFilter: (change: Partial<HistoryFilters>) => void;
}

export function HistoryFilterRow({ filters, onFilter }: Props) {
  const searchField = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => searchField.current?.focus() });
  return (
    <div className={c('filters')}>
      <Select
        filter
        label={t('history.filter')}
        onChange={(event) => onFilter({ filter: event.target.value as HistoryFilter })}
        value={filters.filter}
      >
        {HISTORY_FILTERS.map((filter) => (
          <option key={filter} value={filter}>
            {t(`history.filter.${filter}`)}
          </option>
        ))}
      </Select>
      <SearchField
        field={searchField}
        label={t('history.search')}
        onSearch={(search) => onFilter({ search })}
        searched={filters.search}
      />
    </div>
  );
}
