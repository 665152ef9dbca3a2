import type { WebForm } from '@offhook/contract/console/integration-entities';
import { CONSENT_CHANNELS } from '@offhook/contract/leads/consent';
import { toWebFormHtml } from '@offhook/contract/leads/web-form';
import { type ConsoleMessage, t } from '@offhook/i18n/console';

export const CHANNEL_NAMES = {
  call: 'webForm.consent.call',
  text: 'webForm.consent.text',
  both: 'webForm.consent.both',
} as const satisfies Record<(typeof CONSENT_CHANNELS)[number], ConsoleMessage>;

export interface WebFormFields {
  readonly name: string;
  /** '': the default team. */
  readonly team: string;
  /** One address per line. */
  readonly websites: string;
  readonly thankYou: string;
  /** '': the form asks for none. */
  readonly channel: string;
  readonly consent: string;
}

export const NEW_WEB_FORM: WebFormFields = {
  name: '',
  team: '',
  websites: '',
  thankYou: '',
  channel: '',
  consent: '',
};

export function webFormFields({ name, team, origins, thank_you_url, consent }: WebForm): WebFormFields {
  return {
    name,
    team: team === null ? '' : String(team.id),
    websites: origins.join('\n'),
    thankYou: thank_you_url ?? '',
    channel: consent?.channel ?? '',
    consent: consent?.text ?? '',
  };
}

/** An address may be typed without https://. */
export function toWebFormInput({ name, team, websites, thankYou, channel, consent }: WebFormFields) {
  const lines = websites.split(/[\s,]+/).filter((line) => line !== '');
  const known = CONSENT_CHANNELS.find((one) => one === channel);
  return {
    name: name.trim(),
    team_id: team === '' ? null : Number(team),
    origins: lines.map((line) => (/^https?:\/\//i.test(line) ? line : `https://${line}`)),
    thank_you_url: thankYou.trim() === '' ? null : thankYou.trim(),
    consent: known === undefined ? null : { channel: known, text: consent.trim() },
  };
}

/** Otherwise visitors would agree to another text than the one that is stored. */
export function changesHtml(before: Pick<WebForm, 'consent'>, after: Pick<WebForm, 'consent'>): boolean {
  return before.consent?.text !== after.consent?.text;
}

/** For the website's page; its owner adds and removes fields. */
export const webFormHtml = (apiBase: string, form: WebForm): string =>
  toWebFormHtml(apiBase, form, {
    fname: t('field.firstName'),
    lname: t('field.lastName'),
    email: t('field.email'),
    phone_number: t('field.phoneNumber'),
    send: t('webForm.html.send'),
  });
