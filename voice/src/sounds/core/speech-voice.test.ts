import { expect, test } from 'vitest';
import { speechVoice } from './speech-voice.ts';

test.each([
  ['en', 'woman', true, { program: 'flite', name: 'slt' }],
  ['en', 'man', true, { program: 'flite', name: 'rms' }],
  ['es', 'woman', true, { program: 'espeak-ng', name: 'es-419+f3' }],
  ['es', 'man', true, { program: 'espeak-ng', name: 'es-419+m3' }],
  ['es', 'woman', false, { program: 'flite', name: 'slt' }],
] as const)(
  'text in %s for the voice %s, with espeak-ng installed: %s, is spoken by %j',
  (language, voice, hasEspeak, expected) => {
    expect(speechVoice({ language, voice }, hasEspeak)).toEqual(expected);
  },
);
