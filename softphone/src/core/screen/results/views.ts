import { t } from '@offhook/i18n/phone';
import type { Conversation, Note, Result, Sms, Tags, ThankYou } from '../screen-state.ts';

export function firstSmsText(): string {
  return t('sms.default');
}

export function resultView(conversation: Conversation): Result {
  return { name: 'disposition', conversation, sending: null, retrying: false, banner: null };
}

export function tagsView(conversation: Conversation): Tags {
  return { name: 'disposition2', conversation, sending: null, banner: null };
}

export function smsView(conversation: Conversation, draft = firstSmsText()): Sms {
  return { name: 'sms', conversation, draft, sending: false, banner: null };
}

export function noteView(conversation: Conversation, draft = ''): Note {
  return { name: 'note', conversation, draft, sending: false, banner: null };
}

/** `auto`: closes by itself. */
export function thankYouView(conversation: Conversation, auto = false): ThankYou {
  return { name: 'thankyou', conversation, auto, offer: null };
}
