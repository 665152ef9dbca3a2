import { describe, expect, it } from 'vitest';
import {
  gatherKey,
  greetThenRecord,
  hangUp,
  joinConference,
  playInLoop,
  playThenHangUp,
  playWelcome,
  sayThenHangUp,
} from './twiml.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const join = {
  conference: 'call-1000',
  waitUrl: 'https://a.test/twilio/wait/music#rc=5&rp=all',
  statusCallback: 'https://a.test/s?call_id=1000',
  recordingCallback: null,
};

describe('TwiML', () => {
  it('joins a conference that has no beep and doesn’t end when a participant leaves', () => {
    const document = joinConference(join);
    expect(document).toContain('beep="false"');
    expect(document).toContain('endConferenceOnExit="false"');
    expect(document).toContain('waitUrl="https://a.test/twilio/wait/music#rc=5&amp;rp=all"');
    expect(document).toContain('>call-1000</Conference></Dial></Response>');
    expect(document).not.toContain('record');
  });

  it('records a conference when there is a recording callback', () => {
    const document = joinConference({ ...join, recordingCallback: 'https://a.test/r' });
    expect(document).toContain('record="record-from-start"');
    expect(document).toContain('recordingStatusCallback="https://a.test/r"');
  });

  const rows: readonly [string, string, string][] = [
    ['hangs up', hangUp(), '<Response><Hangup/></Response>'],
    ['plays a sound in a loop', playInLoop('u'), '<Response><Play loop="0">u</Play></Response>'],
    ['plays a sound once and hangs up', playThenHangUp('u'), '<Response><Play>u</Play><Hangup/></Response>'],
    [
      'asks for any single key, and also reports when no key is pressed',
      gatherKey({ prompt: { kind: 'text', text: 'Press 1.', language: null }, action: 'u' }),
      '<Response><Gather input="dtmf" numDigits="1" finishOnKey="" timeout="5" action="u" method="POST"' +
        ' actionOnEmptyResult="true"><Say>Press 1.</Say><Pause length="2"/><Say>Press 1.</Say></Gather></Response>',
    ],
    [
      'says the welcome in its language, and then asks what to do next',
      playWelcome({ kind: 'text', text: 'Hola & hi', language: 'es-MX' }, 'u'),
      '<Response><Say language="es-MX">Hola &amp; hi</Say><Redirect method="POST">u</Redirect></Response>',
    ],
    [
      'plays a greeting and a tone, records a voicemail, and hangs up on a silent caller',
      greetThenRecord({ greeting: { kind: 'audio', url: 's' }, action: 'u', recordingCallback: 'r' }),
      '<Response><Play>s</Play><Record action="u" method="POST" playBeep="true" timeout="5" maxLength="300"' +
        ' finishOnKey="#" trim="trim-silence" recordingStatusCallback="r" recordingStatusCallbackMethod="POST"' +
        ' recordingStatusCallbackEvent="completed"/><Hangup/></Response>',
    ],
    [
      'escapes markup in spoken text',
      sayThenHangUp({ kind: 'text', text: 'a<b>&"\u0007', language: null }),
      '<Response><Say>a&lt;b&gt;&amp;&quot;</Say><Hangup/></Response>',
    ],
  ];
  it.each(rows)('%s', (_label, document, expected) => {
    expect(document).toBe(HEAD + expected);
  });
});
