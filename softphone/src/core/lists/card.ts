import type { Lead } from '@offhook/contract/leads/lead';
import { withExtension } from '@offhook/contract/phone-numbers/extension';
import { t } from '@offhook/i18n/phone';
import { accountRules } from '../account-rules.ts';
import type { PhoneState } from '../phone-state.ts';
import type { Conversation } from '../screen/screen-state.ts';
import { conversationOf } from '../screen/view-name.ts';
import { type CrmLink, crmLinks } from './crm-links.ts';
import { leadName } from './history-rows.ts';

export interface CardFacts {
  /** Empty without a lead. */
  readonly name: string;
  readonly company: string | null;
  readonly email: string | null;
  readonly category: string | null;
  readonly phone: string | null;
  readonly picture: string | null;
  readonly links: readonly CrmLink[];
  readonly whispertext: string | null;
  readonly showsCheckForLead: boolean;
}

export function card(state: PhoneState): CardFacts {
  const { session } = state;
  const { view } = state.screen;
  const conversation = conversationOf(state);
  const lead = view.name === 'waiting' ? view.lead : view.conversation.lead;
  const isConference = view.name === 'waiting' ? view.conferenceRequested : view.conversation.isConference;
  const user = session.name === 'agent' ? session.user : null;
  const rules = accountRules(user?.account_id ?? null);
  return {
    name: isConference ? t('call.conference') : lead && user ? leadName(lead, user.account_id) : '',
    company: lead?.company || null,
    email: rules.hidesLeadEmail ? null : lead?.email || null,
    category: lead?.category || null,
    phone: rules.showsPhoneOnCard ? phoneOf(lead, conversation) : null,
    picture: lead?.profile_picture || null,
    links: user ? crmLinks(lead, user.integrations, user.account_id) : [],
    whispertext: conversation?.call.whispertext || null,
    showsCheckForLead: view.name === 'waiting' && !lead?.phone_number,
  };
}

function phoneOf(lead: Lead | null, conversation: Conversation | null): string | null {
  const phone = lead?.phone_number_formatted;
  return phone ? withExtension(phone, conversation?.call.extension) : null;
}
