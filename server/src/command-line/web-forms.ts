import { CONSENT_CHANNELS } from '@offhook/contract/leads/consent';
import { toWebFormHtml, webFormPath } from '@offhook/contract/leads/web-form';
import { asc, eq } from 'drizzle-orm';
import { pick } from '../platform/core/pick.ts';
import { webForms } from '../platform/database/schema.ts';
import { AdminError, type Command } from './command.ts';
import {
  ACCOUNT,
  accountFromOption,
  findByArgument,
  listCommand,
  operationCommand,
  setCommand,
} from './operation-command.ts';
import { clearable, limit, list, number, oneOf, required, text } from './options.ts';

function toUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new AdminError(`‘${text}’ must be an http or https URL.`);
  return url;
}

const websites = list('origins', 'addresses of the websites, such as https://www.example.com', (all) =>
  all.map((one) => toUrl(one).origin),
);

const LABELS = {
  fname: 'First name',
  lname: 'Last name',
  email: 'Email',
  phone_number: 'Phone number',
  send: 'Send',
};

const findForm = findByArgument(webForms, 'web form', 'The form’s ID');

export const WEB_FORM_COMMANDS: readonly Command[] = [
  listCommand('forms list', 'List the web forms of an account', (tx, accountId) =>
    tx
      .select(
        pick(
          webForms,
          'id',
          'name',
          'public_key',
          'origins',
          'team_id',
          'thank_you_url',
          'consent_channel',
          'consent_text',
          'revoked_at',
        ),
      )
      .from(webForms)
      .where(eq(webForms.account_id, accountId))
      .orderBy(asc(webForms.id)),
  ),
  operationCommand('forms add', {
    summary: 'Add a web form, whose HTML sends leads from visitors’ browsers',
    options: {
      account: ACCOUNT,
      name: required(text('name', 'name that agents see beside the lead')),
      websites: required(websites),
      team: number('team_id', 'ID of the team that gets the leads; default: the default team'),
      'thank-you': text('thank_you_url', 'URL to which visitors are sent', (url) => toUrl(url).href),
      'consent-text': text('consent_text', 'what a visitor agrees to with the form’s checkbox'),
      'consent-channel': oneOf('consent_channel', 'what the consent covers; default: both', CONSENT_CHANNELS),
    },
    find: accountFromOption,
    input: ({ consent_text, consent_channel = 'both', ...fields }) => {
      const consent = consent_text === undefined ? null : { channel: consent_channel, text: consent_text };
      return { ...fields, consent };
    },
    output: ({ outcome: { row }, input: { consent = null }, context: { publicUrl } }) => {
      const path = webFormPath(row.public_key);
      if (publicUrl === '') return { id: row.id, path };
      const form = { key: row.public_key, consent };
      return { id: row.id, path, url: publicUrl + path, html: toWebFormHtml(publicUrl, form, LABELS) };
    },
  }),
  setCommand('forms set', {
    summary: 'Change a web form; if its consent changes, change the website’s HTML, too',
    args: ['form'],
    options: {
      name: text('name', 'name that agents see beside the lead'),
      websites,
      team: limit('team_id', 'ID of the team that gets the leads; 0: the default team'),
      'thank-you': clearable(
        'thank_you_url',
        'URL to which visitors are sent; empty: a short page of Offhook',
        (url) => toUrl(url).href,
      ),
      'consent-text': clearable(
        'consent_text',
        'what a visitor agrees to with the form’s checkbox; empty: no consent',
      ),
      'consent-channel': oneOf('consent_channel', 'what the consent covers', CONSENT_CHANNELS),
    },
    find: findForm,
    input({ consent_text, consent_channel, ...fields }, form) {
      const input = { ...fields, id: form.id };
      if (consent_text === undefined && consent_channel === undefined) return input;
      const content = consent_text === undefined ? form.consent_text : consent_text;
      if (content !== null)
        return {
          ...input,
          consent: { channel: consent_channel ?? form.consent_channel ?? 'both', text: content },
        };
      if (consent_channel !== undefined) throw new AdminError('--consent-channel needs a --consent-text.');
      return { ...input, consent: null };
    },
  }),
  operationCommand('forms revoke', {
    summary: 'Revoke a web form; its leads stay',
    args: ['form'],
    find: findForm,
    input: (_, { id }) => ({ id }),
    output: ({ entity: { id } }) => ({ id }),
  }),
];
