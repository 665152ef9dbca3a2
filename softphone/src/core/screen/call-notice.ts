import { CALL_NOTICES, type CallNotice, type MessageOf } from '@offhook/contract/realtime';
import { type PhoneMessage, t } from '@offhook/i18n/phone';

const NOTICES = {
  transferMissed: 'callNotice.transferMissed',
  conferenceMissed: 'callNotice.conferenceMissed',
  consultEnded: 'callNotice.consultEnded',
  leadMissed: 'callNotice.leadMissed',
  ownRingMissed: 'callNotice.ownRingMissed',
  endedBeforeJoining: 'callNotice.endedBeforeJoining',
  ringFailed: 'callNotice.ringFailed',
} as const satisfies Record<CallNotice, PhoneMessage>;

/** A code from a newer server shows its English text. */
export function callNotice({ code, text }: Omit<MessageOf<'call.notice'>, 'call_id'>): {
  readonly text: string;
  readonly code: CallNotice | null;
} {
  const known = CALL_NOTICES.find((name) => name === code);
  return known === undefined ? { text, code: null } : { text: t(NOTICES[known]), code: known };
}
