import { t } from '@offhook/i18n/phone';
import { accountRules } from '../account-rules.ts';
import type { Conversation } from './screen-state.ts';

/** The type comes first, so that an inbound transfer shows as a transfer. */
export function callTitle(conversation: Conversation, accountId: number | null): string {
  const { call, type } = conversation;
  if (type === 'transfer') return t('ring.transfer');
  if (type === 'conference') return t('ring.conference');
  if (call.direction !== 'inbound') return t('ring.lead');
  const phone = call.number?.phone_number_formatted ?? '';
  const name = call.number?.name ?? '';
  if (name === '') return phone;
  const withPhone = [accountId, call.account_id, call.number?.account_id ?? null].some(
    (id) => accountRules(id).titleShowsPhone,
  );
  return withPhone ? `${name} ${phone}` : name;
}

export function answerLabel(conversation: Conversation): string {
  const { call, type } = conversation;
  return call.direction === 'inbound' || type === 'transfer' ? t('ring.accept') : t('ring.call');
}

/** Who transfers the call, or invites to it. */
export function inviterText({ type, inviter }: Conversation): string | null {
  if (!inviter) return null;
  const { name, consult, parked, is_own: isOwn } = inviter;
  if (parked === true) return isOwn === true ? t('ring.parkedByYou') : t('ring.parkedBy', { name });
  if (type === 'conference') return t('ring.conferenceFrom', { name });
  return t(consult === true ? 'ring.consultFrom' : 'ring.transferFrom', { name });
}

/** The colleague's words, for the call screen. */
export function inviterWords({ inviter }: Conversation): string | null {
  return inviter?.reason ? t('call.inviterWords', { name: inviter.name, reason: inviter.reason }) : null;
}
