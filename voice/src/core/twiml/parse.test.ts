import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTwiml } from './parse.ts';

const base = 'https://app.test/twilio/voice?x=1';
const read = (inner: string) =>
  parseTwiml(`<?xml version="1.0" encoding="UTF-8"?><Response>${inner}</Response>`, base);

test.each([
  [
    'Say',
    '<Say voice="alice" loop="2">Hello  <break/>\n you</Say>',
    { verb: 'say', text: 'Hello you', voice: 'woman', loop: 2 },
  ],
  [
    'Play for ever',
    '<Play loop="0">/a.wav</Play>',
    { verb: 'play', url: 'https://app.test/a.wav', loop: 1_000 },
  ],
  ['Play digits', '<Play digits="1w2#"/>', { verb: 'digits', digits: '1w2#' }],
  ['Pause', '<Pause length="3"/>', { verb: 'pause', seconds: 3 }],
  ['Hangup', '<Hangup/>', { verb: 'hangup' }],
  ['Leave', '<Leave/>', { verb: 'leave' }],
  ['Reject', '<Reject reason="busy"/>', { verb: 'reject', reason: 'busy' }],
  [
    'Redirect',
    '<Redirect method="GET">next</Redirect>',
    { verb: 'redirect', url: 'https://app.test/twilio/next', method: 'GET' },
  ],
])('%s is read', (_, xml, verb) => {
  expect(read(xml)).toEqual([verb]);
});

describe('Dial', () => {
  const usual = {
    verb: 'dial',
    action: null,
    method: 'POST',
    timeoutSeconds: 30,
    callerId: null,
    answerOnBridge: false,
    timeLimitSeconds: 14_400,
  };
  test.each([
    [
      'a number as text',
      '<Dial>+1 (415) 555-0100</Dial>',
      { ...usual, targets: [{ to: '+14155550100', params: [], callback: null }] },
    ],
    [
      'numbers and clients at once, with parameters and callbacks',
      '<Dial timeout="20" callerId="+14155550199" answerOnBridge="true" action="/done"><Number>+14155550100</Number>' +
        '<Client statusCallback="/s" statusCallbackEvent="ringing completed"><Identity>user_1</Identity><Parameter name="a" value="b &amp; c"/></Client></Dial>',
      {
        ...usual,
        timeoutSeconds: 20,
        callerId: '+14155550199',
        answerOnBridge: true,
        action: 'https://app.test/done',
        targets: [
          { to: '+14155550100', params: [], callback: null },
          {
            to: 'client:user_1',
            params: [['a', 'b & c']],
            callback: { url: 'https://app.test/s', method: 'POST', events: ['ringing', 'completed'] },
          },
        ],
      },
    ],
    [
      'a conference as the product joins it',
      '<Dial><Conference beep="false" record="record-from-start" recordingStatusCallback="https://app.test/r" waitUrl="/w" waitMethod="GET" ' +
        'statusCallback="https://app.test/c#rc=3" statusCallbackEvent="start end join leave" participantLabel="agent" endConferenceOnExit="false">call-7</Conference></Dial>',
      {
        verb: 'conference',
        action: null,
        method: 'POST',
        name: 'call-7',
        label: 'agent',
        muted: false,
        startOnEnter: true,
        endOnExit: false,
        beep: 'false',
        wait: { kind: 'url', url: 'https://app.test/w', method: 'GET' },
        coach: null,
        callback: {
          url: 'https://app.test/c#rc=3',
          method: 'POST',
          events: ['start', 'end', 'join', 'leave'],
        },
        record: true,
        recordingCallback: { url: 'https://app.test/r', method: 'POST', events: ['completed'] },
      },
    ],
  ])('%s', (_, xml, verb) => {
    expect(read(xml)).toEqual([verb]);
  });

  test('an empty waitUrl is silence, none at all is music', () => {
    const wait = (attribute: string) => read(`<Dial><Conference ${attribute}>x</Conference></Dial>`);
    expect(wait('waitUrl=""')).toMatchObject([{ wait: { kind: 'silence' } }]);
    expect(wait('')).toMatchObject([{ wait: { kind: 'default' } }]);
  });
});

test.each([
  ['text', 'hello', 12100],
  ['nothing', '', 12100],
  ['an open element', '<Response><Say>', 12100],
  ['another root', '<Answer/>', 12102],
  ['a document type', '<!DOCTYPE r [<!ENTITY a "aa">]><Response><Say>&a;</Say></Response>', 12100],
  ['an unknown entity', '<Response><Say>&lol;</Say></Response>', 12100],
  ['too deep', `<Response>${'<Say>'.repeat(20)}${'</Say>'.repeat(20)}</Response>`, 12100],
  ['too many', `<Response>${'<Pause/>'.repeat(600)}</Response>`, 12100],
  ['too long', `<Response><Say>${'x'.repeat(70_000)}</Say></Response>`, 12100],
  ['a verb that is not served', '<Response><Gather/></Response>', 12200],
  ['a number that is none', '<Response><Dial><Number>12</Number></Dial></Response>', 13224],
  ['a redirect to a file', '<Response><Redirect>file:///etc/passwd</Redirect></Response>', 12200],
  ['a conference without a name', '<Response><Dial><Conference/></Dial></Response>', 13233],
])('%s is refused', (_, xml, code) => {
  expect(parseTwiml(xml, base)).toMatchObject({ code });
});

test('whatever comes, there are verbs or a refusal', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '/',
    'Response',
    'Dial',
    'Conference',
    '"',
    '=',
    '&',
    ';',
    ' ',
    'a',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
      ),
      (xml) => {
        const result = parseTwiml(xml, base);
        expect(Array.isArray(result) || 'code' in result).toBe(true);
      },
    ),
  );
});
