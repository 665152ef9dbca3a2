import { chooseLocale } from '@offhook/i18n/locales';
import en from '@offhook/i18n/server/en';
import stored from '@offhook/i18n/stored/en';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDateTime } from '../core/local-time.ts';
import { english, type Sentence, translate } from '../core/sentences.ts';
import { translateStored } from './stored-sentences.ts';

const spanish = chooseLocale(['es-MX']);
const ids = Object.entries(en).filter(([id]) => !id.startsWith('leadBusy.'));

/** Values for each placeholder in the server's messages. */
const VALUES = {
  count: fc.integer({ min: 1, max: 9_999 }),
  group: fc.integer({ min: 1, max: 99 }),
  seconds: fc.oneof(fc.integer({ min: 0, max: 9_999 }), fc.constantFrom(0.1, 0.25)),
  status: fc.integer({ min: 300, max: 599 }).map(String),
  code: fc.constantFrom('ECONNREFUSED', 'ENOTFOUND'),
  name: fc.constantFrom('Ann Reyes', 'Benedikt Schwarzenberger'),
  row: fc.integer({ min: 1, max: 200_000 }),
  max: fc.integer({ min: 1, max: 1_000_000 }),
  column: fc.constantFrom('phone_number', 'consent_text', 'team_id'),
  field: fc.constantFrom('consent.channel', 'time_zone'),
  place: fc.record({ zone: fc.constantFrom('America/New_York', 'America/Los_Angeles', 'America/St_Johns') }),
  from: fc.record({ minute: fc.integer({ min: 0, max: 1_439 }) }),
  to: fc.record({ minute: fc.integer({ min: 0, max: 1_439 }) }),
  time: fc.record({ minute: fc.integer({ min: 0, max: 1_439 }) }),
};

describe('the message of a stored sentence is found by its English text', () => {
  it.each(ids)('%s', (id) => {
    fc.assert(
      fc.property(fc.record(VALUES), (values) => {
        const sentence = { id, values } as unknown as Sentence;
        expect(translateStored(english(sentence), spanish)).toBe(translate(sentence, spanish));
      }),
      { numRuns: 20 },
    );
  });
});

it('every stored sentence differs in Spanish', () => {
  const same = Object.entries(stored).filter(
    ([, text]) => !text.includes('{') && translateStored(text, spanish) === text,
  );
  expect(same).toEqual([]);
});

describe('a sentence of an earlier version is translated', () => {
  it.each([
    ['Nobody accepted the call', 'Ningún agente aceptó la llamada'],
    ['The phone could not be reached', 'No se pudo llamar al teléfono del agente'],
    ['The call of this request is in-progress', 'Esta solicitud ya tiene una llamada: en curso'],
    ['2 agents are rung', 'Se llama a 2 agentes'],
    ['The team is not in schedule.', 'Fuera del horario del equipo.'],
    ['Not in schedule', 'Fuera del horario del equipo o del agente'],
    [
      'This lead was called once in the last 24 hours.',
      'Este prospecto alcanzó el límite de 1 llamada en 24 horas.',
    ],
    ['The caller left a voicemail of 7 s', 'Quien llamó dejó un mensaje de 7 s en el buzón de voz'],
    ["Numbers in this country can't be called.", 'No se puede llamar a números de este país.'],
    ['No country uses this calling code.', 'Este código de país no existe.'],
    [
      'This team waits 1 seconds before it calls a new lead.',
      'Este equipo espera 1 segundo antes de llamar a un prospecto nuevo.',
    ],
    [
      'This team waits 90 seconds before it calls a new lead.',
      'Este equipo espera 90 segundos antes de llamar a un prospecto nuevo.',
    ],
  ])('%s', (text, expected) => {
    expect(translateStored(text, spanish)).toBe(expected);
  });
});

it('a place in a time zone is named in the language', () => {
  const text = (place: string) => `It is 7:30 AM in ${place}. Leads are called from 8:00 AM to 9:00 PM.`;
  expect(translateStored(text('Los Angeles'), spanish)).toMatch(/ en Los Ángeles\) /);
  expect(translateStored(text('Nowhere'), spanish)).toMatch(/ en Nowhere\) /);
});

it('the status of a repeated request is named in the language', () => {
  const text = 'This request already has a call: no answer';
  expect(translateStored(text, spanish)).toBe('Esta solicitud ya tiene una llamada: sin respuesta');
});

it('the time of a scheduled call is formatted for the reader', () => {
  const at = Date.UTC(2026, 10, 23, 16, 0);
  const text = `scheduled for ${localDateTime('America/Los_Angeles', at, 0)}`;
  expect(text).toBe('scheduled for Mon, Nov 23, 08:00');
  expect(translateStored(text, spanish)).toMatch(/^programado: lun.* 23 .*nov.* 08:00$/);
  expect(translateStored('scheduled for 08:00', spanish)).toBe('programado: 08:00');
});

it.each(['', 'Ada Lovelace', 'HTTP 500: The lead hung up', 'Mon, Nov 99, 08:00', 'What Ada said'])(
  'any other text is unchanged: %s',
  (text) => expect(translateStored(text, spanish)).toBe(text),
);

it('an English reader gets the stored text unchanged', () => {
  const reader = chooseLocale(['en-US']);
  expect(translateStored('Nobody accepted the call', reader)).toBe('Nobody accepted the call');
});
