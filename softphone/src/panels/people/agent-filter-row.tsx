import type { Team } from '@offhook/contract/agent/agent';
import { STATUS_FILTERS, type StatusFilter } from '@offhook/contract/agent/status-filter';
import { classes } from '@offhook/design/classes';
import { Select } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/phone';
import type { ReactNode, Ref } from 'react';
import { SearchField } from '../../components/forms/search-field.tsx';
import { type AgentFilters, statusLabel } from '../../core/lists/agent-filters.ts';
import styles from './people.module.css';

const c = classes(styles);

interface Props {
  readonly panel: 'transfer' | 'conference';
  readonly filters: AgentFilters;
  readonly teams: readonly Team[];
  readonly onFilter: (change: Partial<Omit<AgentFilters, 'page'>>) => void;
  readonly searchField: Ref<HTMLInputElement>;
  readonly children?: ReactNode;
}

export function AgentFilterRow({ panel, filters, teams, onFilter, searchField, children }: Props) {
  return (
    <div className={c('filters')}>
      {children}
      <Select
        filter
        label={t('people.status')}
        onChange={(event) => onFilter({ status: event.target.value as StatusFilter })}
        value={filters.status}
      >
        {STATUS_FILTERS.map((status) => (
          <option key={status} value={status}>
            {statusLabel(panel, status)}
          </option>
        ))}
      </Select>
      <Select
        filter
        label={t('people.team')}
        onChange={(event) =>
          onFilter({ teamId: event.target.value === '' ? null : Number(event.target.value) })
        }
        value={filters.teamId === null ? '' : String(filters.teamId)}
      >
        <option value="">{t('people.allTeams')}</option>
        {teams.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </Select>
      <SearchField
        field={searchField}
        key={panel}
        label={t('people.search')}
        onSearch={(text) => onFilter({ search: text })}
        searched={filters.search}
      />
    </div>
  );
}
