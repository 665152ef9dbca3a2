import type { Language } from '@offhook/contract/accounts/languages';
import type { CallType } from '@offhook/contract/calls/call-kinds';
import type { CallUserStatus } from '@offhook/contract/calls/call-user';
import type { SpokenText } from '../../accounts/core/greeting.ts';
import { promptsIn, toSpokenText } from './twiml/prompts.ts';

export interface ExternalPhoneRing {
  readonly type: CallType;
  readonly direction: string;
  readonly whisperText: string | null;
  readonly leadLabel: string | null;
  /** Who transfers the call, or invites to it. */
  readonly inviter: string | null;
}

export function ringPrompt(
  { type, direction, whisperText, leadLabel, inviter }: ExternalPhoneRing,
  language: Language,
): SpokenText {
  const t = promptsIn(language);
  const description = whisperText ?? leadLabel;
  const sentences = [
    t(ringTitle(type, direction)),
    ...(inviter === null ? [] : [t('externalPhone.from', { agent: inviter })]),
    ...(description === null ? [] : [t('externalPhone.about', { about: description })]),
    t(leadLabel === null ? 'externalPhone.keys' : 'externalPhone.keysOfLead'),
  ];
  return toSpokenText(language, sentences.join(' '));
}

/** The same titles as on the app's ringing screen. */
function ringTitle(type: CallType, direction: string) {
  if (type === 'transfer') return 'ring.transfer';
  if (type === 'conference') return 'ring.conference';
  return direction === 'inbound' ? 'ring.call' : 'ring.lead';
}

export type KeyAction = 'accept' | 'removeLead' | 'ignore' | 'nothing';

export function keyAction(digits: string, hasLead: boolean): KeyAction {
  if (digits === '') return 'nothing';
  if (digits === '1') return 'accept';
  return digits === '9' && hasLead ? 'removeLead' : 'ignore';
}

export function leadRemovedPrompt(language: Language): SpokenText {
  return toSpokenText(language, promptsIn(language)('externalPhone.leadRemoved'));
}

/** @param takenBy the name of the agent who got the call */
export function goodbyePrompt(
  status: CallUserStatus,
  takenBy: string | null,
  language: Language,
): SpokenText {
  const t = promptsIn(language);
  if (takenBy !== null) return toSpokenText(language, t('externalPhone.takenBy', { agent: takenBy }));
  return toSpokenText(language, t(status === 'withdrawn' ? 'externalPhone.ended' : 'externalPhone.notTaken'));
}
