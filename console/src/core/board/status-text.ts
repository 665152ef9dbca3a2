import { DO_NOT_DISTURB, isBuiltInStatus } from '@offhook/contract/agent/agent-status';
import type { ShownStatus } from '@offhook/contract/console/board-entities';
import { t } from '@offhook/i18n/console';

export function agentStatusName({ key, name }: Pick<ShownStatus, 'key' | 'name'>): string {
  if (key === DO_NOT_DISTURB) return t('agent.doNotDisturb');
  return isBuiltInStatus(key) ? t(`agentStatus.${key}`) : (name ?? key);
}

/** 'Break', 'Break · 4 min over' or, during a call, 'Break after this call'. */
export function agentStatusText(status: ShownStatus): string {
  const name = agentStatusName(status);
  if (status.since === null) return t('agentStatus.next', { status: name });
  const over =
    status.minutes_per_day === null ? 0 : Math.ceil(status.used_seconds / 60 - status.minutes_per_day);
  return over > 0 ? t('board.tile', { name, status: t('agentStatus.over', { minutes: over }) }) : name;
}

export interface StatusCount {
  readonly status: ShownStatus;
  readonly count: number;
}

/** Of agents who aren't available because of their status. */
export function countStatuses(
  agents: readonly { readonly state: string; readonly status: ShownStatus | null }[],
): readonly StatusCount[] {
  const counts = new Map<string, StatusCount>();
  for (const { state, status } of agents) {
    if (state !== 'unavailable' || status === null) continue;
    counts.set(status.key, { status, count: (counts.get(status.key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
