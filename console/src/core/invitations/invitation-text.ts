import type {
  ConsoleInvitation,
  InvitationOutcome,
} from '@offhook/contract/console/people/invitation-entities';
import { t } from '@offhook/i18n/console';

const OUTCOMES = {
  invited: 'invite.outcome.invited',
  member: 'invite.outcome.member',
  invalid: 'invite.outcome.invalid',
  full: 'invite.outcome.full',
} as const satisfies Record<InvitationOutcome, string>;

export function outcomeText(outcome: InvitationOutcome): string {
  return t(OUTCOMES[outcome]);
}

/** Of the lines that can be corrected and sent again. */
export function refusedEmails(
  results: readonly { readonly email: string; readonly outcome: InvitationOutcome }[],
): ReadonlySet<string> {
  return new Set(
    results.filter(({ outcome }) => outcome === 'invalid' || outcome === 'full').map(({ email }) => email),
  );
}

const MAILS = {
  none: 'invitation.linkCreated',
  queued: 'invitation.queued',
  sent: 'invitation.sent',
  failed: 'invitation.failed',
} as const satisfies Record<ConsoleInvitation['mail_status'], string>;

type Mail = Pick<ConsoleInvitation, 'mail_status' | 'mail_error'>;

/** Expired, or what became of the mail. */
export function invitationState({ mail_status, mail_error }: Mail, isExpired: boolean): string {
  if (isExpired) return t('invitation.expired');
  return mail_status === 'queued' && mail_error !== null ? t('invitation.retried') : t(MAILS[mail_status]);
}

/** For a mail program or a chat: one person per line. */
export function linksText(
  results: readonly { readonly email: string; readonly link: string | null }[],
): string {
  return results.flatMap(({ email, link }) => (link === null ? [] : `${email}\t${link}`)).join('\n');
}
