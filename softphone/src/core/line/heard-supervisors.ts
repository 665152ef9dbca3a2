import type { Call } from '@offhook/contract/calls/call';
import { t } from '@offhook/i18n/phone';

type HeardSupervisor = NonNullable<Call['supervisors']>[number];

export function supervisorText({ name, type }: HeardSupervisor): string {
  return t(`supervisor.${type}`, { name });
}
