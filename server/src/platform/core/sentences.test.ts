import { chooseLocale } from '@offhook/i18n/locales';
import en from '@offhook/i18n/server/en';
import es from '@offhook/i18n/server/es';
import { describe, expect, it } from 'vitest';
import { leadBusySentence } from '../../leads/core/lead-busy.ts';
import { API_ERRORS } from '../http/api-error.ts';
import { english, type Sentence, translate } from './sentences.ts';

const reader = (tag: string) => chooseLocale([tag]);
/** Node separates a time from its period with a no-break space in some languages. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const read = (sentence: Sentence, tag: string) => plain(translate(sentence, reader(tag)));

it('every error has a sentence in both languages, and every sentence belongs to an error', () => {
  const codes = Object.keys(API_ERRORS).sort();
  const errorCodes = (catalog: object) =>
    Object.keys(catalog)
      .filter((id) => id.startsWith('error.'))
      .map((id) => id.replace('error.', ''))
      .sort();
  expect(errorCodes(en)).toEqual(codes);
  expect(errorCodes(es)).toEqual(codes);
});

it('every error message is one full sentence in both languages', () => {
  for (const tag of ['en', 'es'])
    for (const code of Object.keys(API_ERRORS) as (keyof typeof API_ERRORS)[])
      expect(translate({ id: `error.${code}` }, reader(tag))).toMatch(/^[A-Z].+\.$/);
});

it('every problem with a phone number has its own sentence', () => {
  for (const catalog of [en, es]) {
    const problems = Object.entries(catalog).filter(([id]) => id.startsWith('number.'));
    expect(new Set(problems.map(([, text]) => text)).size).toBe(problems.length);
    expect(problems.length).toBeGreaterThan(5);
  }
});

it('the sentences that the specification fixes are unchanged', () => {
  expect(english({ id: 'error.badCredentials' })).toBe('Your login credentials are invalid.');
  expect(english({ id: 'error.invalidPhoneNumber' })).toBe('Please enter a valid phone number.');
  expect(english({ id: 'error.forbidden' })).toBe('You do not have permission to do this.');
  expect(english({ id: 'error.agentUnavailable' })).toBe('This agent is not available.');
  expect(english({ id: 'error.callEnded' })).toBe('This call has ended.');
  expect(english({ id: 'error.messageFailed' })).toBe('The message could not be sent.');
  expect(english({ id: 'error.internal' })).toBe('Something went wrong. Please try again.');
});

it('a placeholder in braces is unchanged', () => {
  expect(english({ id: 'error.badCrmAddress' })).toContain(' {source_id} ');
});

describe('a list of names is joined in the reader’s language', () => {
  const names = ['Ann', 'Ben', 'Iris', 'Dan'];
  it.each([
    ['en-US', 1, 'Ann is on a call with this lead.'],
    ['en-US', 2, 'Ann and Ben are on a call with this lead.'],
    ['en-US', 3, 'Ann, Ben, and Iris are on a call with this lead.'],
    ['en-US', 4, 'Ann, Ben, and 2 others are on a call with this lead.'],
    ['es-MX', 1, 'Ann está en una llamada con este prospecto.'],
    ['es-MX', 2, 'Ann y Ben están en una llamada con este prospecto.'],
    ['es-MX', 3, 'Ann, Ben e Iris están en una llamada con este prospecto.'],
    ['es-MX', 4, 'Ann, Ben y 2 más están en una llamada con este prospecto.'],
  ])('%s, with %i names', (tag, count, text) => {
    const sentence = leadBusySentence({ kind: 'talking', names: names.slice(0, count) });
    expect(read(sentence, tag)).toBe(text);
  });
});

it.each([
  ['en', 'It is 8:05 PM in New York. Texts are sent from 8:00 AM to 12:00 AM.'],
  ['en-GB', 'It is 20:05 in New York. Texts are sent from 8:00 to 0:00.'],
  [
    'es-MX',
    'A esta hora (8:05 p.m. en Nueva York) no se envían mensajes de texto. El horario es de 8:00 a.m. a 12:00 a.m. en ese lugar.',
  ],
])('a time and a place are formatted for %s', (tag, text) => {
  const values = {
    time: { minute: 1_205 },
    place: { zone: 'America/New_York' },
    from: { minute: 480 },
    to: { minute: 1_440 },
  };
  expect(read({ id: 'callable.textingHours', values }, tag)).toBe(text);
});
