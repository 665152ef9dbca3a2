/** A team's agents by priority, lowest first. Within a priority there is no order. */

import type { ConsoleTeamDetail } from '@offhook/contract/console/people/team-entities';
import { MAX_PRIORITY } from '@offhook/contract/limits';
import { t } from '@offhook/i18n/console';
import { compareNames } from '@offhook/i18n/formats';

export type Member = Pick<ConsoleTeamDetail['members'][number], 'user_id' | 'priority_group'>;

export interface PriorityGroup {
  readonly group: number;
  readonly userIds: readonly number[];
  /** An empty group, to drop agents into. */
  readonly isNew: boolean;
}

export function groupLabel({ group, isNew }: PriorityGroup): string {
  return isNew ? t('ringingOrder.newPriority') : t('ringingOrder.priority', { priority: group });
}

/** Each group sorted by name, and an empty one at the end. */
export function priorityGroups(
  members: readonly Member[],
  nameOf: (userId: number) => string,
): readonly PriorityGroup[] {
  const groups = [...new Set(members.map(({ priority_group }) => priority_group))].sort((a, b) => a - b);
  const filled = groups.map((group) => ({
    group,
    isNew: false,
    userIds: members
      .filter(({ priority_group }) => priority_group === group)
      .map(({ user_id }) => user_id)
      .sort((a, b) => compareNames(nameOf(a), nameOf(b)) || a - b),
  }));
  const next = (groups.at(-1) ?? 0) + 1;
  return next > MAX_PRIORITY ? filled : [...filled, { group: next, isNew: true, userIds: [] }];
}

/** Sorted by id, so that moving an agent away and back changes nothing. */
export function sortedById(members: readonly Member[]): readonly Member[] {
  return [...members].sort((a, b) => a.user_id - b.user_id);
}

/** Adds the agent if they aren't on the team. */
export function setPriority(members: readonly Member[], userId: number, group: number): readonly Member[] {
  return sortedById([...removeMember(members, userId), { user_id: userId, priority_group: group }]);
}

export function removeMember(members: readonly Member[], userId: number): readonly Member[] {
  return members.filter(({ user_id }) => user_id !== userId);
}
