import type { CallNotice, MessageOf } from '@offhook/contract/realtime';
import { type PhoneMessage, t } from '@offhook/i18n/phone';

const NOTICES = {
  transferMissed: 'callNotice.transferMissed',
  conferenceMissed: 'callNotice.conferenceMissed',
  leadMissed: 'callNotice.leadMissed',
  ownRingMissed: 'callNotice.ownRingMissed',
  endedBeforeJoining: 'callNotice.endedBeforeJoining',
  ringFailed: 'callNotice.ringFailed',
} as const satisfies Record<CallNotice, PhoneMessage>;

/** A code from a newer server shows its English text. */
export function callNoticeText({ code, text }: Omit<MessageOf<'call.notice'>, 'call_id'>): string {
  const known = Object.entries(NOTICES).find(([name]) => name === code);
  return known === undefined ? text : t(known[1]);
}
