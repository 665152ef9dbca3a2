import { describe, expect, it } from 'vitest';
import { whisperText } from './whisper-text.ts';

const TEMPLATE = '{fname} {lname} from {company}, {category}';
const ada = { fname: 'Ada', lname: 'Lovelace', label: 'Ada L.', company: 'Engines Ltd', category: 'Math' };

const rows: readonly [string, string | null, Partial<typeof ada> | null, string | null][] = [
  ['fills in all fields', TEMPLATE, {}, 'Ada Lovelace from Engines Ltd, Math'],
  ['drops "from" without a company', TEMPLATE, { company: '' }, 'Ada Lovelace, Math'],
  ['leaves no comma without a category', TEMPLATE, { category: '' }, 'Ada Lovelace from Engines Ltd'],
  ['leaves one space without a last name', TEMPLATE, { lname: '' }, 'Ada from Engines Ltd, Math'],
  ['leaves no space without a first name', TEMPLATE, { fname: '' }, 'Lovelace from Engines Ltd, Math'],
  ['drops "from" without a name', TEMPLATE, { fname: '', lname: '' }, 'Engines Ltd, Math'],
  ['uses a category alone', TEMPLATE, { fname: '', lname: '', company: '' }, 'Math'],
  ['returns null if no field is set', TEMPLATE, { fname: '', lname: '', company: '', category: '' }, null],
  ['returns null without a template', null, {}, null],
  ['returns null without a lead', TEMPLATE, null, null],
  ['keeps words before the first field', 'New: {fname}!', {}, 'New: Ada!'],
  ['uses a template without fields as it is', 'A new lead', {}, 'A new lead'],
  ['leaves an unknown field as text', '{fname} {shoe_size}', {}, 'Ada {shoe_size}'],
  ['treats braces in the data as data', '{fname}', { fname: '{lname}' }, '{lname}'],
];

describe('whisperText', () => {
  it.each(rows)('%s', (_label, template, changes, expected) => {
    const lead = changes === null ? null : { ...ada, ...changes };
    expect(whisperText(template, lead)).toBe(expected);
  });
});
