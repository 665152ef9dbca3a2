import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikeHeader, suggestColumns } from './suggest-columns.ts';

type Case = [sentence: string, headings: string[] | null, rows: string[][], fields: (string | null)[]];

const CASES: Case[] = [
  [
    'English headings',
    ['Full name', 'Phone', 'E-mail', 'Company', 'Roof', 'Rep', 'Internal ID'],
    [['Teresa Novak', '(503) 555-0127', 't@novak.example', 'Novak Dental', 'Tile', 'ben@b.example', 'A-1']],
    ['full_name', 'phone_number', 'email', 'company', 'field', 'owner', null],
  ],
  [
    'Spanish headings with accents, in any case',
    ['NOMBRE', 'Apellidos', 'Teléfono', 'Correo electrónico', 'Compañía', 'Zona horaria', 'Origen'],
    [],
    ['fname', 'lname', 'phone_number', 'email', 'company', 'time_zone', 'source'],
  ],
  [
    'the names of the API',
    ['phone_number', 'fname', 'lname', 'source_id'],
    [],
    ['phone_number', 'fname', 'lname', 'source_id'],
  ],
  [
    'a name beside a last name is the first name',
    ['Name', 'Surname', 'Tel'],
    [],
    ['fname', 'lname', 'phone_number'],
  ],
  ['the second phone column is a form field', ['Phone', 'Mobile'], [['1', '2']], ['phone_number', 'field']],
  [
    'values decide where the heading does not',
    ['Reach at', 'Write to'],
    [['+1 415 555 2601', 'a@b.example']],
    ['phone_number', 'email'],
  ],
  [
    'an owner by name is a form field',
    ['Phone', 'Rep'],
    [['+14155552601', 'Ben Okafor']],
    ['phone_number', 'field'],
  ],
  [
    'a file without a header',
    null,
    [
      ['Ada', '+14155552601', 'a@b.example'],
      ['Bo', '+14155552602', ''],
    ],
    [null, 'phone_number', 'email'],
  ],
  [
    'dates and amounts are no phone numbers',
    ['Signed', 'Value'],
    [['2024-01-15', '1,234.50']],
    ['field', 'field'],
  ],
  [
    'a column without a heading is not imported',
    ['Phone', ''],
    [['+14155552601', 'x']],
    ['phone_number', null],
  ],
];

describe('suggested columns', () => {
  it.each(CASES)('%s', (_sentence, headings, rows, fields) => {
    expect(suggestColumns(headings, rows)).toEqual(fields);
  });

  it('use each field once, and have an entry per column', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('Phone', 'Name', 'Email'))), (headings) => {
        const fields = suggestColumns(headings, []);
        const once = fields.filter((field) => field !== null && field !== 'field');
        expect(fields).toHaveLength(headings.length);
        expect(new Set(once).size).toBe(once.length);
      }),
    );
  });
});

describe('a first row', () => {
  it.each([
    [['Name', 'Phone'], true],
    [['Prospecto', 'Celular'], true],
    [['Whatever', 'Something'], true],
    [['Ada Form', '+1 415 555 2601'], false],
    [['Ada Form', 'ada@form.example'], false],
    [[], false],
  ])('%j is a header: %s', (cells, expected) => expect(looksLikeHeader(cells)).toBe(expected));
});
