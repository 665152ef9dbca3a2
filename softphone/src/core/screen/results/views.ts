/** The views after a call, as each begins. */
import { t } from '@offhook/i18n/phone';
import type { Conversation, Note, Result, Sms, Tags, ThankYou } from '../screen-state.ts';

/** What the text message after an unanswered call says, until the agent writes something else. */
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

/** By the agent's own choice it stays until Done or Add Note. `auto`: straight from a disconnect. */
export function thankYouView(conversation: Conversation, auto = false): ThankYou {
  return { name: 'thankyou', conversation, auto, offer: null };
}
