import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeCell } from './safe-cell.ts';

const cells: readonly [what: string, text: string, written: string][] = [
  ['a formula', '=HYPERLINK("https://example.com")', `'=HYPERLINK("https://example.com")`],
  ['a phone number', '+14155550105', "'+14155550105"],
  ['a negative number', '-2+3', "'-2+3"],
  ['a function of old spreadsheets', '@SUM(1)', "'@SUM(1)"],
  ['a tab', '\t=1+1', "'\t'=1+1"],
  ['a carriage return', '\r=1+1', "'\r'=1+1"],
  ['a formula after spaces', '  =1+1', "'  =1+1"],
  ['a full-width formula', '\uFF1D1+1', "'\uFF1D1+1"],
  ['a formula after a semicolon', 'Ada;=1+1', "Ada;'=1+1"],
  ['a formula after a line break', 'Ada\n=1+1', "Ada\n'=1+1"],
  ['a name', 'Ada Form-Byron', 'Ada Form-Byron'],
  ['an email address', 'ada+1@example.com', 'ada+1@example.com'],
  ['a name with an apostrophe', "O'Brien", "O'Brien"],
  ['nothing', '', ''],
];

it.each(cells)('%s is written so that no spreadsheet runs it', (_, text, written) => {
  expect(safeCell(text)).toBe(written);
});

it('no part of any text starts like a formula, and apostrophes are all that is added', () => {
  const unit = fc.constantFrom(...'=+-@;,\t\r\n \'"aÑ1');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const written = safeCell(text);
      for (const part of written.split(/[;\t\r\n]/)) expect(part.trimStart()).not.toMatch(/^[=+\-@]/);
      expect(written.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
    }),
  );
});
