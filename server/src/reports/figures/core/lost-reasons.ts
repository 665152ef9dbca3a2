import type { CallStatus } from '@offhook/contract/calls/call-kinds';
import { english } from '../../../platform/core/sentences.ts';

const LOST_REASONS: Readonly<Record<CallStatus, string>> = {
  ringing: english({ id: 'lost.ringing' }),
  'in-progress': english({ id: 'lost.inProgress' }),
  completed: english({ id: 'lost.completed' }),
  missed: english({ id: 'lost.missed' }),
  busy: english({ id: 'lost.agentsBusy' }),
  offline: english({ id: 'lost.offline' }),
  ignored: english({ id: 'lost.ignored' }),
  canceled: english({ id: 'lost.canceled' }),
  failed: english({ id: 'lost.failed' }),
  'no-answer': english({ id: 'callReason.leadNoAnswer' }),
};

export const VOICEMAIL_REASON = english({ id: 'lost.voicemail' });
export const REMOVED_REASON = english({ id: 'lost.removed' });

/** Of a lead whose last call had this status. */
export const missedReason = (status: CallStatus): string => LOST_REASONS[status];
