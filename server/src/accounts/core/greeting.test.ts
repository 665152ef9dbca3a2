import { describe, expect, it } from 'vitest';
import { findGreetingProblem, parseGreeting } from './greeting.ts';

describe('a greeting', () => {
  it.each([null, undefined, '', '  '])('is null for %j', (text) => {
    expect(parseGreeting(text, 'en-US')).toBeNull();
  });

  it('is text in the team’s language, or the audio file at a URL', () => {
    expect(parseGreeting(' Hola ', 'es-MX')).toEqual({ kind: 'text', text: 'Hola', language: 'es-MX' });
    expect(parseGreeting('Hello', '')).toEqual({ kind: 'text', text: 'Hello', language: null });
    const url = 'https://sounds.test/hello.mp3';
    expect(parseGreeting(` ${url} `, 'es-MX')).toEqual({ kind: 'audio', url });
    expect(parseGreeting(`${url} is our page`, null)).toMatchObject({ kind: 'text' });
  });

  it.each([
    ['Hello', null],
    ['https://sounds.test/hello.mp3', null],
    ['http://sounds.test/hello.mp3', 'must be text or the https URL of an audio file'],
    ['ftp://sounds.test/hello.mp3', 'must be text or the https URL of an audio file'],
    ['https://', 'must be text or the https URL of an audio file'],
    ['a'.repeat(1_001), 'is longer than 1000 characters'],
  ])('that is %j has the problem %j', (text, problem) => {
    expect(findGreetingProblem(text)).toBe(problem);
  });
});
