import { expect, test } from 'vitest';
import { noticesOf, unknownLicenses } from '../bin/notices.mjs';

const MIT = 'Copyright Ada\n\nPermission is hereby granted, free of charge';
const pkg = (name, more = {}) => ({
  name,
  version: '1.0.0',
  license: 'MIT',
  author: 'Bea',
  text: MIT,
  ...more,
});

test('packages with the same license text share it, however its lines are broken', () => {
  const text = noticesOf([pkg('b'), pkg('a', { text: MIT.replace('hereby granted', 'hereby\n  granted') })]);
  expect(text).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)');
  expect(text.match(/Copyright Ada/g)).toHaveLength(1);
});

test('a package without a license file gets the text of its license, with its author', () => {
  expect(noticesOf([pkg('a'), pkg('b', { text: '' })])).toContain(
    'b 1.0.0 (MIT)\n\nCopyright Bea\n\nPermission is hereby granted, free of charge',
  );
});

test('a package whose license text is nowhere stops the list', () => {
  expect(() => noticesOf([pkg('a'), pkg('b', { text: '', license: 'BSD-3-Clause' })])).toThrow(
    'b has no license file',
  );
});

test('what a license asks for stands below the package', () => {
  expect(noticesOf([pkg('date-holidays', { license: '(ISC AND CC-BY-3.0)' })])).toContain(
    'date-holidays 1.0.0 ((ISC AND CC-BY-3.0))\nThe dates of public holidays come from Wikipedia',
  );
});

test('a license that a person must look at is named', () => {
  expect(unknownLicenses([pkg('a'), pkg('b', { license: 'GPL-3.0' })])).toEqual([
    'b 1.0.0 has the license GPL-3.0. Decide about it in stack/bin/notices.mjs.',
  ]);
});
