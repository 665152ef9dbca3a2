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
    { verb: 'say', text: 'Hello you', voice: 'woman', language: 'en', loop: 2 },
  ],
  [
    'Play in an endless loop',
    '<Play loop="0">/a.wav</Play>',
    { verb: 'play', url: 'https://app.test/a.wav', loop: 1_000 },
  ],
  ['Play digits', '<Play digits="1w2#"/>', { verb: 'digits', digits: '1w2#' }],
  ['Pause', '<Pause length="3"/>', { verb: 'pause', seconds: 3 }],
  [
    'Gather with prompts',
    '<Gather numDigits="1" timeout="3" finishOnKey=""><Say>Press one</Say><Pause/></Gather>',
    {
      verb: 'gather',
      prompts: [
        { verb: 'say', text: 'Press one', voice: 'woman', language: 'en', loop: 1 },
        { verb: 'pause', seconds: 1 },
      ],
      action: base,
      method: 'POST',
      numDigits: 1,
      finishOnKey: '',
      timeoutSeconds: 3,
      actionOnEmpty: false,
    },
  ],
  [
    'Record with defaults',
    '<Record action="/r"/>',
    {
      verb: 'record',
      action: 'https://app.test/r',
      method: 'POST',
      maxSeconds: 3_600,
      timeoutSeconds: 5,
      finishOnKeys: '1234567890*#',
      beep: true,
      trim: true,
      callback: null,
    },
  ],
  [
    'Record with an invalid trim value, which disables trimming,',
    '<Record action="/r" trim="no"/>',
    expect.objectContaining({ verb: 'record', trim: false }),
  ],
  [
    'Enqueue',
    '<Enqueue waitUrl="/w" waitUrlMethod="GET" action="/a">support</Enqueue>',
    {
      verb: 'enqueue',
      name: 'support',
      action: 'https://app.test/a',
      method: 'POST',
      wait: { kind: 'url', url: 'https://app.test/w', method: 'GET' },
    },
  ],
  ['Hangup', '<Hangup/>', { verb: 'hangup' }],
  ['Leave', '<Leave/>', { verb: 'leave' }],
  ['Reject', '<Reject reason="busy"/>', { verb: 'reject', reason: 'busy' }],
  [
    'Redirect',
    '<Redirect method="GET">next</Redirect>',
    { verb: 'redirect', url: 'https://app.test/twilio/next', method: 'GET' },
  ],
])('%s is parsed', (_, xml, verb) => {
  expect(read(xml)).toEqual([verb]);
});

describe('Dial', () => {
  const defaults = {
    verb: 'dial',
    action: null,
    method: 'POST',
    timeoutSeconds: 30,
    callerId: null,
    answerOnBridge: false,
    timeLimitSeconds: 14_400,
    sequential: false,
    hangupOnStar: false,
    ringTone: 'us',
    record: null,
  };
  const target = { params: [], callback: null, sendDigits: null, screen: null };
  test.each([
    [
      'a number as text',
      '<Dial>+1 (415) 555-0100</Dial>',
      { ...defaults, targets: [{ ...target, to: '+14155550100' }] },
    ],
    [
      'numbers and clients together, with parameters and callbacks',
      '<Dial timeout="20" callerId="+14155550199" answerOnBridge="true" action="/done"><Number>+14155550100</Number>' +
        '<Client statusCallback="/s" statusCallbackEvent="ringing completed"><Identity>user_1</Identity><Parameter name="a" value="b &amp; c"/></Client></Dial>',
      {
        ...defaults,
        timeoutSeconds: 20,
        callerId: '+14155550199',
        answerOnBridge: true,
        action: 'https://app.test/done',
        targets: [
          { ...target, to: '+14155550100' },
          {
            ...target,
            to: 'client:user_1',
            params: [['a', 'b & c']],
            callback: { url: 'https://app.test/s', method: 'POST', events: ['ringing', 'completed'] },
          },
        ],
      },
    ],
    [
      'a conference with callbacks and recording',
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
        trim: false,
        recordingCallback: { url: 'https://app.test/r', method: 'POST', events: ['completed'] },
        maxParticipants: 250,
        timeLimitSeconds: 14_400,
        hangupOnStar: false,
      },
    ],
  ])('with %s is parsed', (_, xml, verb) => {
    expect(read(xml)).toEqual([verb]);
  });

  test('sequential dialing with digits, screening and a recording is parsed', () => {
    expect(
      read(
        '<Dial sequential="true" hangupOnStar="true" ringTone="uk" record="record-from-ringing-dual" ' +
          'recordingTrack="outbound" trim="trim-silence" recordingStatusCallback="/r"><Number sendDigits="1W2" url="/screen" method="GET">+14155550100</Number></Dial>',
      ),
    ).toEqual([
      {
        ...defaults,
        sequential: true,
        hangupOnStar: true,
        ringTone: 'uk',
        record: {
          from: 'ringing',
          channels: 2,
          voices: 'heard',
          trim: true,
          callback: { url: 'https://app.test/r', method: 'POST', events: ['completed'] },
        },
        targets: [
          {
            ...target,
            to: '+14155550100',
            sendDigits: '1w2',
            screen: { url: 'https://app.test/screen', method: 'GET' },
          },
        ],
      },
    ]);
  });

  test('a Queue is parsed', () => {
    expect(
      read(
        '<Dial timeout="60" timeLimit="90" hangupOnStar="true"><Queue url="/whisper">support</Queue></Dial>',
      ),
    ).toEqual([
      {
        verb: 'queue',
        action: null,
        method: 'POST',
        name: 'support',
        screen: { url: 'https://app.test/whisper', method: 'POST' },
        timeoutSeconds: 60,
        timeLimitSeconds: 90,
        hangupOnStar: true,
      },
    ]);
  });

  test('a trimmed conference recording with the older callback attribute is parsed', () => {
    expect(
      read(
        '<Dial><Conference record="record-from-start" trim="trim-silence" eventCallbackUrl="/e">x</Conference></Dial>',
      ),
    ).toMatchObject([
      { trim: true, recordingCallback: { url: 'https://app.test/e', events: ['completed'] } },
    ]);
  });

  test('an empty waitUrl means silence, and a missing one means music', () => {
    const wait = (attribute: string) => read(`<Dial><Conference ${attribute}>x</Conference></Dial>`);
    expect(wait('waitUrl=""')).toMatchObject([{ wait: { kind: 'silence' } }]);
    expect(wait('')).toMatchObject([{ wait: { kind: 'default' } }]);
  });
});

test.each([
  ['man', 'man'],
  ['Polly.Matthew-Neural', 'man'],
  ['Polly.Joanna', 'woman'],
  ['Google.en-US-Standard-B', 'woman'],
  ['alice', 'woman'],
])('the voice %s is mapped to %s', (voice, spoken) => {
  expect(read(`<Say voice="${voice}">x</Say>`)).toMatchObject([{ voice: spoken }]);
});

test.each([
  ['', 'en'],
  ['language="en-GB"', 'en'],
  ['language="de-DE"', 'en'],
  ['language="es"', 'es'],
  ['language="es-US"', 'es'],
  ['language="ES-mx"', 'es'],
  ['language="est"', 'en'],
])('the text of a Say with the attribute %j is spoken in %s', (attribute, language) => {
  expect(read(`<Say ${attribute}>x</Say>`)).toMatchObject([{ language }]);
});

test('text inside SSML elements is spoken in order', () => {
  const inner = 'One <emphasis level="strong">two</emphasis> three<break/> <p><s>four</s></p>';
  expect(read(`<Say>${inner}</Say>`)).toMatchObject([{ text: 'One two three four' }]);
});

test.each([
  ['plain text', 'hello', 12100],
  ['an empty document', '', 12100],
  ['an unclosed element', '<Response><Say>', 12100],
  ['another root element', '<Answer/>', 12102],
  ['a DOCTYPE', '<!DOCTYPE r [<!ENTITY a "aa">]><Response><Say>&a;</Say></Response>', 12100],
  ['an unknown entity', '<Response><Say>&lol;</Say></Response>', 12100],
  ['a document nested too deeply', `<Response>${'<Say>'.repeat(20)}${'</Say>'.repeat(20)}</Response>`, 12100],
  ['a document with too many elements', `<Response>${'<Pause/>'.repeat(600)}</Response>`, 12100],
  ['a document that is too long', `<Response><Say>${'x'.repeat(70_000)}</Say></Response>`, 12100],
  ['an unsupported verb', '<Response><Connect/></Response>', 12200],
  ['a SIP address', '<Response><Dial><Sip>sip:a@b.c</Sip></Dial></Response>', 12200],
  ['a speech-only Gather', '<Response><Gather input="speech"/></Response>', 12200],
  ['a Dial inside a Gather', '<Response><Gather><Dial>+14155550100</Dial></Gather></Response>', 13320],
  ['a queue without a name', '<Response><Enqueue/></Response>', 12200],
  ['an invalid number', '<Response><Dial><Number>12</Number></Dial></Response>', 13223],
  ['a redirect to a file URL', '<Response><Redirect>file:///etc/passwd</Redirect></Response>', 12200],
  ['a conference without a name', '<Response><Dial><Conference/></Dial></Response>', 13237],
  [
    'a conference and a number',
    '<Response><Dial><Conference>x</Conference><Number>+14155550100</Number></Dial></Response>',
    13215,
  ],
])('%s is rejected', (_, xml, code) => {
  expect(parseTwiml(xml, base)).toMatchObject({ code });
});

test('any input yields verbs or an error', () => {
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
