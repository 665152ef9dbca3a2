/** The mails with a link, as text and as simple HTML, in the language of the account or user. */
import type { Language } from '@offhook/contract/accounts/languages';
import {
  escapeHtml,
  htmlPage,
  MAIL_TRANSLATORS,
  type MailText,
} from '../../../platform/mail/core/mail-text.ts';

export function invitationMail(
  language: Language,
  facts: {
    readonly account: string;
    readonly inviter: string | null;
    readonly days: number;
    readonly url: string;
  },
): MailText {
  const t = MAIL_TRANSLATORS[language];
  const { account, inviter, days, url } = facts;
  return compose(language, {
    subject: t('invitation.subject', { account }),
    lines: [
      inviter === null ? t('invitation.text', { account }) : t('invitation.textBy', { inviter, account }),
    ],
    link: { label: t('invitation.action'), url },
    end: [t('invitation.expiry', { days }), t('invitation.ignore')],
  });
}

export function passwordResetMail(
  language: Language,
  { minutes, url }: { readonly minutes: number; readonly url: string },
): MailText {
  const t = MAIL_TRANSLATORS[language];
  return compose(language, {
    subject: t('passwordReset.subject'),
    lines: [t('passwordReset.text')],
    link: { label: t('passwordReset.action'), url },
    end: [t('passwordReset.expiry', { minutes }), t('passwordReset.ignore')],
  });
}

interface Parts {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
  readonly end: readonly string[];
}

function compose(language: Language, { subject, lines, link, end }: Parts): MailText {
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  const url = escapeHtml(link.url);
  return {
    subject,
    text: [...lines, `${link.label}:\n${link.url}`, ...end].join('\n\n').concat('\n'),
    html: htmlPage(language, [
      ...lines.map(paragraph),
      `<p><a href="${url}">${escapeHtml(link.label)}</a></p>`,
      `<p style="word-break:break-all">${url}</p>`,
      ...end.map(paragraph),
    ]),
  };
}
