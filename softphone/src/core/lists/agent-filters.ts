import { DEFAULT_STATUS_FILTER, type StatusFilter } from '@offhook/contract/agent/status-filter';
import { t } from '@offhook/i18n/phone';

const LABELS = { all: 'people.allStatuses', online: 'people.online', oncall: 'people.onCall' } as const;

/** The two panels name 'online' differently. */
export function statusLabel(panel: 'transfer' | 'conference', status: StatusFilter): string {
  return t(panel === 'transfer' && status === 'online' ? 'people.available' : LABELS[status]);
}

export interface AgentFilters {
  readonly status: StatusFilter;
  /** Null: all teams. */
  readonly teamId: number | null;
  readonly search: string;
  readonly page: number;
}

export const initialFilters: AgentFilters = {
  status: DEFAULT_STATUS_FILTER,
  teamId: null,
  search: '',
  page: 1,
};

export function withFilter(filters: AgentFilters, change: Partial<Omit<AgentFilters, 'page'>>): AgentFilters {
  const next = { ...filters, ...change };
  const same =
    next.status === filters.status && next.teamId === filters.teamId && next.search === filters.search;
  return same ? filters : { ...next, page: 1 };
}

/** @param lastPage null if unknown */
export function withPage(filters: AgentFilters, page: number, lastPage: number | null): AgentFilters {
  const within = Math.max(1, Math.min(page, lastPage ?? filters.page));
  return within === filters.page ? filters : { ...filters, page: within };
}
