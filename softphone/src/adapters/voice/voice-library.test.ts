/** Checks what the phone relies on in the voice library. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as library from '@twilio/voice-sdk';
import { build, type Plugin } from 'vite';
import { describe, expect, test } from 'vitest';
import { voiceSdkPlugin } from '../../../voice-sdk-plugin.ts';
import { LINE_STATUSES } from '../../core/line/line-state.ts';
import { FEEDBACK_ISSUES } from '../../core/line/poor-call.ts';

const { Call } = library;
const STATUSES = ['closed', 'connecting', 'open', 'pending', 'reconnecting', 'ringing'];
const ISSUES = ['audio-latency', 'choppy-audio', 'dropped-call', 'echo', 'noisy-call', 'one-way-audio'];

test('the phone and the library know the same six call statuses', () => {
  expect([...LINE_STATUSES].sort()).toEqual(STATUSES);
  expect(Object.values(Call.State).sort()).toEqual(STATUSES);
});

test('the library knows two call directions', () => {
  expect(Object.values(Call.CallDirection).sort()).toEqual(['INCOMING', 'OUTGOING']);
});

test('the phone and the library know the same six feedback issues', () => {
  expect([...FEEDBACK_ISSUES].sort()).toEqual(ISSUES);
  expect(Object.values(Call.FeedbackIssue).sort()).toEqual(ISSUES);
});

test('the codecs are opus and pcmu, and there are four media failures', () => {
  expect(Object.values(Call.Codec).sort()).toEqual(['opus', 'pcmu']);
  expect(
    Object.keys(Call.MediaFailure)
      .filter((key) => Number.isNaN(Number(key)))
      .sort(),
  ).toEqual(['ConnectionDisconnected', 'ConnectionFailed', 'IceGatheringFailed', 'LowBytes']);
});

const folder = join(dirname(createRequire(import.meta.url).resolve('@twilio/voice-sdk')), '../esm/twilio');
const ENTRY = `${folder}.js`;

/** The library doesn't export these. */
test.each([
  ['registers again every 30 s', 'device.js', /REGISTRATION_INTERVAL = 30000;/],
  ['gives ICE gathering 15 s', 'rtc/peerconnection.js', /ICE_GATHERING_TIMEOUT = 15000;/],
  ['waits at most 30 s between two attempts to restore the media', 'call.js', /max: 30000,/],
  [
    'waits at most 20 s between two attempts to connect the signaling',
    'wstransport.js',
    /MAX_PRIMARY_DELAY = 20000;/,
  ],
])('the library %s', (_sentence, file, text) => {
  expect(readFileSync(join(folder, file), 'utf8')).toMatch(text);
});

describe('the library in the build', () => {
  const bundle = (...plugins: Plugin[]) =>
    build({
      configFile: false,
      logLevel: 'silent',
      plugins: [voiceSdkPlugin(), ...plugins],
      build: {
        write: false,
        rolldownOptions: {
          input: ENTRY,
          preserveEntrySignatures: 'strict',
          output: { codeSplitting: false },
        },
      },
    });

  test('exports the same names, and its preflight test throws an error that says it was left out', async () => {
    const built = await bundle();
    if (!('output' in built)) throw new Error('The build did not return a single bundle.');
    const { code } = built.output[0];
    const slim: typeof library = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    expect(Object.keys(slim).sort()).toEqual(Object.keys(library).sort());
    expect(Object.keys(slim.TwilioError).sort()).toEqual(Object.keys(library.TwilioError).sort());
    expect(() => slim.Device.runPreflight('token', {})).toThrow('The build left out the preflight test.');
    expect(code).not.toContain('MockRTCStatsReport');
  });

  test('fails to build if a module to be left out no longer exists', async () => {
    const renamed: Plugin = {
      name: 'renamed',
      enforce: 'pre',
      resolveId: (source) => (source.endsWith('/preflight.js') ? '/preflight-renamed.js' : null),
      load: (id) => (id === '/preflight-renamed.js' ? 'export class PreflightTest {}' : null),
    };
    await expect(bundle(renamed)).rejects.toThrow('preflight/preflight.js');
  });
});
