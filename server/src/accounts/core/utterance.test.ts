import { describe, expect, it } from 'vitest';
import { utteranceFault, utteranceOf } from './utterance.ts';

describe('what callers hear', () => {
  it.each([null, undefined, '', '  '])('is nothing where nothing stands: %j', (text) => {
    expect(utteranceOf(text, 'en-US')).toBeNull();
  });

  it('is words in the language of the team, or the sound at an address', () => {
    expect(utteranceOf(' Hola ', 'es-MX')).toEqual({ kind: 'words', text: 'Hola', language: 'es-MX' });
    expect(utteranceOf('Hello', '')).toEqual({ kind: 'words', text: 'Hello', language: null });
    const url = 'https://sounds.test/hello.mp3';
    expect(utteranceOf(` ${url} `, 'es-MX')).toEqual({ kind: 'sound', url });
    expect(utteranceOf(`${url} is our page`, null)).toMatchObject({ kind: 'words' });
  });

  it.each([
    ['Hello', null],
    ['https://sounds.test/hello.mp3', null],
    ['http://sounds.test/hello.mp3', 'must be words, or the https address of a sound'],
    ['ftp://sounds.test/hello.mp3', 'must be words, or the https address of a sound'],
    ['https://', 'must be words, or the https address of a sound'],
    ['a'.repeat(1_001), 'is longer than 1000 characters'],
  ])('that is %s cannot be heard because it %s', (text, fault) => {
    expect(utteranceFault(text)).toBe(fault);
  });
});
