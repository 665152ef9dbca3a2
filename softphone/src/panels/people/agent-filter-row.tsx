import type { Team } from '@offhook/contract/entities';
import { STATUS_FILTERS, type StatusFilter } from '@offhook/contract/status-filter';
import { classes } from '@offhook/design/classes';
import { Field, Select } from '@offhook/design/forms/field.tsx';
import { Icon } from '@offhook/design/icons/icon.tsx';
import search from '@offhook/design/icons/search.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { type AgentFilters, SEARCH_DEBOUNCE_MS, statusLabel } from '../../core/lists/agent-filters.ts';
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
  const [text, setText] = useState(filters.search);
  const [textPanel, setTextPanel] = useState(panel);
  if (textPanel !== panel) {
    setTextPanel(panel);
    setText('');
  }
  useEffect(() => {
    if (text.trim() === filters.search) return;
    const timer = setTimeout(() => onFilter({ search: text.trim() }), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, filters.search, onFilter]);
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
      <Field
        aria-keyshortcuts="/"
        autoComplete="off"
        before={
          <span className={c('find')}>
            <Icon size={18} svg={search} />
          </span>
        }
        filter
        label={t('people.search')}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // The first Escape clears the search, the second closes the panel.
          if (event.key !== 'Escape' || text === '') return;
          event.stopPropagation();
          setText('');
        }}
        placeholder={t('people.search')}
        ref={searchField}
        type="text"
        value={text}
      />
    </div>
  );
}
