import { expect, test } from 'vitest';
import { prettyXml, sourceLines, type XmlLine } from './xml-lines.ts';

const show = (lines: readonly XmlLine[]) =>
  lines.map(({ depth, tokens }) => '  '.repeat(depth) + tokens.map(({ text }) => text).join(''));

test.each<[string, string, readonly string[]]>([
  ['an empty response stays on one line', '<Response></Response>', ['<Response></Response>']],
  [
    'each element gets a line',
    '<?xml version="1.0"?><Response><Say voice="man">Hi &amp; bye</Say><Pause/></Response>',
    [
      '<?xml version="1.0"?>',
      '<Response>',
      '  <Say voice="man">Hi &amp; bye</Say>',
      '  <Pause/>',
      '</Response>',
    ],
  ],
  [
    'nested elements are indented',
    '<Response><Dial action="/a?b=1"><Number>+1415</Number><Client>x</Client></Dial></Response>',
    [
      '<Response>',
      '  <Dial action="/a?b=1">',
      '    <Number>+1415</Number>',
      '    <Client>x</Client>',
      '  </Dial>',
      '</Response>',
    ],
  ],
  [
    'comments and CDATA are kept',
    '<Response><!-- <Say> --><Say><![CDATA[a < b]]></Say></Response>',
    ['<Response>', '  <!-- <Say> -->', '  <Say>', '    <![CDATA[a < b]]>', '  </Say>', '</Response>'],
  ],
  ['a document that isn’t closed', '<Response><Say>Hi', ['<Response>', '  <Say>', '    Hi']],
  ['a tag that isn’t closed', '<Response><Say', ['<Response>', '  <Say']],
  ['too many closing tags', '</a></b>', ['</a>', '</b>']],
  ['text', 'just text', ['just text']],
  ['nothing', '', []],
])('%s', (_, xml, lines) => {
  expect(show(prettyXml(xml))).toEqual(lines);
});

test('no character of a line is lost, whatever it contains', () => {
  const lines = ['<Say a="1" b=\'2\' c = 3 d="open>', 'x > y < z', '<Number>+1</Nmber>', '  <a b=">"/>'];
  expect(show(sourceLines(lines.join('\n')))).toEqual(lines);
});

test('tags, attributes and values have their own kinds', () => {
  const [line] = prettyXml('<Say voice="man">Hi</Say>');
  expect(line?.tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'tag <Say',
    'attribute  ',
    'attribute voice',
    'attribute =',
    'value "man"',
    'tag >',
    'text Hi',
    'tag </Say',
    'tag >',
  ]);
});
