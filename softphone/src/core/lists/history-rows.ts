import type { Call } from '@offhook/contract/calls/call';
import type { Disposition } from '@offhook/contract/calls/dispositions';
import type { HistoryItem } from '@offhook/contract/calls/history';
import type { SilentPart } from '@offhook/contract/calls/recording';
import type { HistoryFilter } from '@offhook/contract/leads/history-filter';
import type { Lead } from '@offhook/contract/leads/lead';
import { HISTORY_PAGE_SIZE } from '@offhook/contract/limits';
import { withExtension } from '@offhook/contract/phone-numbers/extension';
import { t } from '@offhook/i18n/phone';
import { accountRules } from '../account-rules.ts';
import type { PersonPrefill } from '../screen/screen-state.ts';

export interface HistoryFilters {
  readonly search: string;
  readonly filter: HistoryFilter;
}

export const ALL_CALLS: HistoryFilters = { search: '', filter: 'all' };

export function isFiltered({ search, filter }: HistoryFilters): boolean {
  return search !== '' || filter !== 'all';
}

export type HistoryStatusIcon = 'missed' | 'busy' | 'offline' | 'inProgress' | 'ringing';

export interface HistoryRow {
  readonly id: number;
  readonly icon: 'call_made' | 'call_received';
  readonly recordingUrl: string | null;
  readonly pauses: readonly SilentPart[];
  readonly time: string;
  readonly followup: string | null;
  readonly retry: string | null;
  readonly statusIcon: HistoryStatusIcon | null;
  readonly status: string;
  readonly reason: string | null;
  readonly agent: string | null;
  /** Null: only the phone number is shown. */
  readonly lead: { readonly name: string; readonly prefill: PersonPrefill } | null;
  readonly phone: string;
  /** Null: no result or note can be added. */
  readonly ownCall: {
    readonly callUserId: number;
    readonly result: Disposition | null;
    readonly undoMs: number;
  } | null;
}

const STATUS_ICONS: ReadonlyMap<string, HistoryStatusIcon> = new Map([
  ['missed', 'missed'],
  ['busy', 'busy'],
  ['offline', 'offline'],
  ['in-progress', 'inProgress'],
  ['ringing', 'ringing'],
]);

const REASONS = {
  missed: 'history.reason.missed',
  busy: 'history.reason.busy',
  offline: 'history.reason.offline',
  inProgress: null,
  ringing: null,
} as const satisfies Record<HistoryStatusIcon, string | null>;

export function historyRow(item: HistoryItem, accountId: number): HistoryRow {
  const { lead } = item;
  const statusIcon = STATUS_ICONS.get(item.status) ?? null;
  const reason = statusIcon && REASONS[statusIcon];
  return {
    id: item.id,
    icon: item.direction === 'outbound' ? 'call_made' : 'call_received',
    recordingUrl: item.recording_url,
    pauses: item.recording_pauses ?? [],
    time: item.time_formatted,
    followup: item.lead_retry ? t('history.followup', { number: item.lead_retry }) : null,
    retry: item.retry ? t('history.retry', { number: item.retry }) : null,
    statusIcon,
    status: statusIcon
      ? t(`history.status.${statusIcon}`)
      : item.seconds === 0
        ? t('history.status.noAnswer')
        : item.duration,
    reason: reason && t(reason),
    agent: item.user?.name ?? null,
    lead: lead && {
      name: leadName(lead, accountId),
      prefill: {
        // With the old name, the phone would offer to rename the lead back.
        fname: (lead.present_name ?? lead).fname,
        lname: (lead.present_name ?? lead).lname,
        phoneNumber: withExtension(lead.phone_number ?? '', item.extension),
      },
    },
    phone: withExtension(lead?.phone_number_formatted ?? item.phone_number_formatted, item.extension),
    ownCall:
      item.takes_result && item.call_user_id !== undefined
        ? { callUserId: item.call_user_id, result: item.result ?? null, undoMs: item.undo_ms ?? 0 }
        : null,
  };
}

/** Numbers of leads that the agent removed: they must not be called. */
export function removedNumbers(items: readonly HistoryItem[]): ReadonlySet<string> {
  return new Set(
    items.flatMap(({ result, lead }) =>
      result === 'removed' && lead?.phone_number ? [lead.phone_number] : [],
    ),
  );
}

export function leadName(
  lead: { readonly fname: string; readonly lname: string; readonly label: string },
  accountId: number,
): string {
  if (!accountRules(accountId).showsLeadNames) return lead.label;
  return `${lead.fname} ${lead.lname}`.trim() || lead.label;
}

/** May be empty. */
export function contactName(
  { lead, call }: { readonly lead: Lead | null; readonly call: Pick<Call, 'phone_number'> },
  accountId: number,
): string {
  return (lead && leadName(lead, accountId)) || call.phone_number || '';
}

/** Without a last page, a full page implies another one. */
export function hasNextPage(page: number, items: number, lastPage: number | null): boolean {
  return lastPage === null ? items >= HISTORY_PAGE_SIZE : page < lastPage;
}
