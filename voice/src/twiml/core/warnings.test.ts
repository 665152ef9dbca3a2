import { expect, test } from 'vitest';
import { twimlWarnings } from './warnings.ts';

test.each<[string, string, readonly number[]]>([
  [
    'a valid Dial',
    '<Dial timeout="20" record="true"><Number sendDigits="1w2">+14155550100</Number></Dial>',
    [],
  ],
  [
    'a valid conference',
    '<Dial><Conference beep="onEnter" statusCallbackEvent="start end join leave">x</Conference></Dial>',
    [],
  ],
  ['an unknown attribute', '<Say volume="11">x</Say>', [12200]],
  [
    'a Dial with invalid values',
    '<Dial timeout="soon" hangupOnStar="1" callerId="me" timeLimit="-1" method="PUT">+14155550100</Dial>',
    [13212, 13213, 13214, 13216, 13210],
  ],
  [
    'a Conference with invalid values',
    '<Dial><Conference muted="yes" beep="loud" endConferenceOnExit="" startConferenceOnEnter="no" waitMethod="x">x</Conference></Dial>',
    [13230, 13235, 13231, 13232, 13234],
  ],
  [
    'a Number with invalid digits to send',
    '<Dial><Number sendDigits="abc" method="x">+14155550100</Number></Dial>',
    [13222, 13221],
  ],
  [
    'a Gather with invalid values, also in its prompts,',
    '<Gather timeout="0" numDigits="many" finishOnKey="##" input="eyes"><Say loop="x">x</Say></Gather>',
    [13313, 13314, 13310, 13326, 13510],
  ],
  [
    'a Record with invalid values',
    '<Record timeout="x" maxLength="0" finishOnKey="a" playBeep="1" method="x"/>',
    [13611, 13612, 13613, 13616, 13610],
  ],
  [
    'a document with invalid values in Pause, Play and Redirect',
    '<Pause length="x"/><Play loop="x">/a</Play><Redirect method="x">/b</Redirect>',
    [13910, 13410, 13710],
  ],
  [
    'a document with valid attributes that have no effect',
    '<Say language="de-DE">x</Say><Say language="en-GB">x</Say><Say language="es-US">x</Say><Gather input="dtmf speech" timeout="auto" hints="a"/>' +
      '<Record transcribe="true" trim="trim-silence"/><Dial referUrl="/r"><Number machineDetection="Enable">+14155550100</Number></Dial>',
    [12200, 12200, 12200, 12200, 12200, 12200, 12200],
  ],
  [
    'a Say with SSML elements',
    '<Say>a <prosody rate="fast">b</prosody> <say-as interpret-as="date">c</say-as></Say>',
    [12200, 12200],
  ],
  [
    'a document with unknown and approximated voices',
    '<Say voice="man">x</Say><Say voice="Polly.Joanna-Neural">x</Say><Say voice="robot">x</Say>',
    [12200, 13511],
  ],
  [
    'a Say with attributes named like those of Object.prototype',
    '<Say constructor="x" __proto__="y">x</Say>',
    [12200, 12200],
  ],
  ['a malformed document', '<Say', []],
])('%s yields the expected warnings', (_, inner, codes) => {
  expect(twimlWarnings(`<Response>${inner}</Response>`).map((one) => one.code)).toEqual(codes);
});
