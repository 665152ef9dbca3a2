import {
  AVAILABLE,
  DO_NOT_DISTURB,
  type NamedStatus,
  type StatusIcon,
} from '@offhook/contract/agent/agent-status';
import { t } from '@offhook/i18n/phone';
import type { AgentStatus } from '../../core/lists/agent-rows.ts';

interface Named {
  readonly key: string;
  readonly name: string | null;
  readonly icon: StatusIcon;
}

export const available: Named = { key: AVAILABLE, name: null, icon: 'coffee' };
export const doNotDisturb: Named = { key: DO_NOT_DISTURB, name: null, icon: 'coffee' };

export function statusName({ key, name }: Pick<Named, 'key' | 'name'>): string {
  switch (key) {
    case AVAILABLE:
      return t('status.available');
    case DO_NOT_DISTURB:
      return t('status.doNotDisturb');
    case 'break':
      return t('status.break');
    case 'lunch':
      return t('status.lunch');
    case 'training':
      return t('status.training');
    default:
      return name ?? key;
  }
}

/** For the status that the agent is in. */
export function statusTitle(status: Pick<Named, 'key' | 'name'>): string {
  switch (status.key) {
    case 'break':
      return t('status.onBreak');
    case 'lunch':
      return t('status.atLunch');
    case 'training':
      return t('status.inTraining');
    default:
      return statusName(status);
  }
}

/** Of a colleague or team in a list. */
export function rowStatusName(row: {
  readonly status: AgentStatus;
  readonly otherStatus?: NamedStatus | null;
}): string {
  const { status, otherStatus } = row;
  return otherStatus ? statusName(otherStatus) : t(`people.${status}`);
}
