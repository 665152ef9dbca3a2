import { expect, test } from 'vitest';
import { type Block, parseScript } from './script.ts';

const values = { fname: 'Dana', company: '', roof: 'Flat, 12 years old' };
const parse = (markdown: string) => parseScript(markdown, values);
const blocksOf = (markdown: string): readonly Block[] => parse(markdown).steps[0]?.blocks ?? [];
const plain = (text: string) => [{ kind: 'text', text }];

test('a script has a title, and a step for every other heading', () => {
  const script = parse('# Solar, second call\n\n## Open\nHi.\n\n### Qualify\n\n# Close\n');
  expect(script.title).toBe('Solar, second call');
  expect(script.steps).toEqual([
    { title: 'Open', blocks: [{ kind: 'paragraph', text: plain('Hi.') }] },
    { title: 'Qualify', blocks: [] },
    { title: 'Close', blocks: [] },
  ]);
});

test('a script without headings is one step without a title', () => {
  expect(parse('Hello\nthere')).toEqual({
    title: null,
    steps: [{ title: null, blocks: [{ kind: 'paragraph', text: plain('Hello there') }] }],
  });
  expect(parse(' \n\n')).toEqual({ title: null, steps: [] });
});

test('lists end at an empty line, at text, and at the other kind of list', () => {
  const items = (...texts: string[]) => texts.map(plain);
  expect(blocksOf('- One\n* Two\n\n1. First\n2) Second\n- Three\ntext')).toEqual([
    { kind: 'list', ordered: false, items: items('One', 'Two') },
    { kind: 'list', ordered: true, items: items('First', 'Second') },
    { kind: 'list', ordered: false, items: items('Three') },
    { kind: 'paragraph', text: plain('text') },
  ]);
});

test('fields are filled in, in any case, also with those of the form', () => {
  const script = parse('# {FNAME}\n## Call {fname}\nYou said “{Roof}”. {company} {constructor} {}');
  expect(script).toMatchObject({ title: 'Dana', steps: [{ title: 'Call Dana' }] });
  expect(script.steps[0]?.blocks).toEqual([
    { kind: 'paragraph', text: plain('You said “Flat, 12 years old”. … … {}') },
  ]);
});

test('a lead’s data is never read as Markdown', () => {
  const script = parseScript('Hi {fname}, {lname}', {
    fname: '**Dana**\n# Title',
    lname: '[x](https://x.test)',
  });
  expect(script).toMatchObject({ title: null, steps: [{ blocks: [{ text: [{ kind: 'text' }] }] }] });
});

test('text can be strong, emphasized or a link to https', () => {
  expect(blocksOf('**a** and *b* _c_ [d](https://d.test/x)')[0]).toMatchObject({
    text: [
      { kind: 'strong', text: 'a' },
      { kind: 'text', text: ' and ' },
      { kind: 'emphasis', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'd', href: 'https://d.test/x' },
    ],
  });
});

test.each([
  ['HTML', '<b onclick="x()">Hi</b>'],
  ['a link to another scheme', '[Hi](javascript:alert(1))'],
  ['a link without TLS', '[Hi](http://d.test)'],
  ['a word with underscores', 'a_long_name'],
  ['a product of numbers', '2 * 3 * 4'],
])('%s stays text', (_, markdown) => {
  expect(blocksOf(markdown)).toEqual([{ kind: 'paragraph', text: plain(markdown) }]);
});
