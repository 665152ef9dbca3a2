import { describe, expect, it } from 'vitest';
import { whisperText } from './whisper-text.ts';

const TEMPLATE = '{fname} {lname} from {company}, {category}';
const ada = { fname: 'Ada', lname: 'Lovelace', label: 'Ada L.', company: 'Engines Ltd', category: 'Math' };

const rows: readonly [string, string | null, Partial<typeof ada> | null, string | null][] = [
  ['everything known', TEMPLATE, {}, 'Ada Lovelace from Engines Ltd, Math'],
  ['no company: "from" goes too', TEMPLATE, { company: '' }, 'Ada Lovelace, Math'],
  ['no category: no comma is left', TEMPLATE, { category: '' }, 'Ada Lovelace from Engines Ltd'],
  ['no last name: one space', TEMPLATE, { lname: '' }, 'Ada from Engines Ltd, Math'],
  ['no first name', TEMPLATE, { fname: '' }, 'Lovelace from Engines Ltd, Math'],
  ['no name: the company alone', TEMPLATE, { fname: '', lname: '' }, 'Engines Ltd, Math'],
  ['only a category', TEMPLATE, { fname: '', lname: '', company: '' }, 'Math'],
  ['nothing known', TEMPLATE, { fname: '', lname: '', company: '', category: '' }, null],
  ['no template', null, {}, null],
  ['no lead', TEMPLATE, null, null],
  ['words before the first field stay', 'New: {fname}!', {}, 'New: Ada!'],
  ['a template without fields is said as it is', 'A new lead', {}, 'A new lead'],
  ['an unknown field is left as text', '{fname} {shoe_size}', {}, 'Ada {shoe_size}'],
  ['braces in the data are data', '{fname}', { fname: '{lname}' }, '{lname}'],
];

describe('whisperText', () => {
  it.each(rows)('%s', (_sentence, template, changes, expected) => {
    const lead = changes === null ? null : { ...ada, ...changes };
    expect(whisperText(template, lead)).toBe(expected);
  });
});
