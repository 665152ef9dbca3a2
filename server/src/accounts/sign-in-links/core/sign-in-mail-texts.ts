/** The mails with a link, as text and as simple HTML, in the language of the account or user. */
import type { Language } from '@offhook/contract/entities';
import en from '@offhook/i18n/mails/en';
import es from '@offhook/i18n/mails/es';
import '@offhook/i18n/message-format';
import { createTranslate, type Translate } from '@offhook/i18n/translate';

type Messages = typeof en;

const TRANSLATORS: Readonly<Record<Language, Translate<Messages>>> = {
  en: createTranslate<Messages>('en-US', en),
  es: createTranslate<Messages>('es-US', es),
};

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function invitationMail(
  language: Language,
  facts: {
    readonly account: string;
    readonly inviter: string | null;
    readonly days: number;
    readonly url: string;
  },
): MailText {
  const t = TRANSLATORS[language];
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
  const t = TRANSLATORS[language];
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
    html: [
      `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;font-size:16px;line-height:1.5">`,
      ...lines.map(paragraph),
      `<p><a href="${url}">${escapeHtml(link.label)}</a></p>`,
      `<p style="word-break:break-all">${url}</p>`,
      ...end.map(paragraph),
      '</body></html>',
    ].join('\n'),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
