import type { CallRecording } from '@offhook/contract/calls/recording';
import { describe, expect, it } from 'vitest';
import type { PhoneEvent } from '../../events.ts';
import type { LineMeasurement } from '../../line/sound-watch.ts';
import {
  ACCEPTED_AT,
  callOf,
  type EventInput,
  effectTypes,
  KEY,
  run,
  signedInAs,
  talk,
} from '../../sample-events.ts';
import { currentNotice } from '../status-line.ts';
import { recordingState, UNCERTAIN_AFTER_MS } from './recording.ts';

const agent = signedInAs();
const recording = (state: CallRecording['state'], pause_minutes: number | null = 10): CallRecording => ({
  state,
  pause_minutes,
});
/** Requests are sent in the order of the test. */
let asked = ACCEPTED_AT;
const next = () => {
  asked += 1;
  return asked;
};
const click: PhoneEvent = { type: 'recordingClicked' };
const answer = (state: CallRecording['state'], at = ACCEPTED_AT + 100): PhoneEvent => ({
  type: 'recordingRequested',
  callId: 55,
  recording: recording(state),
  at,
  askedAt: next(),
});
const shows = (state: CallRecording['state'], at = ACCEPTED_AT + 200, askedAt = next()): PhoneEvent => ({
  type: 'callRefreshed',
  callKey: KEY,
  call: callOf({ recording: recording(state) }),
  at,
  askedAt,
});
const rejected = (paused: boolean): PhoneEvent => ({
  type: 'recordingRejected',
  callId: 55,
  paused,
  error: 'Something went wrong.',
});
const measured = (at: number): PhoneEvent => ({
  type: 'lineMeasured',
  callKey: KEY,
  measure: {
    at: ACCEPTED_AT + at,
    packetsReceived: null,
    packetsSent: null,
    report: null,
    microphone: null,
    muted: false,
  } satisfies LineMeasurement,
});
const recorded = (first: CallRecording | null = recording('on'), type = 'lead') => [
  agent,
  ...talk({ recording: first, type }),
];
const stateOf = (...events: readonly EventInput[]) => {
  const { view } = run(events.flat()).state.screen;
  return view.name === 'oncall' ? recordingState(view) : 'not on a call';
};
const failedOf = (...events: readonly EventInput[]) => {
  const { view } = run(events.flat()).state.screen;
  return view.name === 'oncall' && view.recording.failed;
};
const lastEffects = (...events: readonly EventInput[]) => effectTypes(run(events.flat()).last);
const paused = [click, answer('pausing'), shows('paused')];

describe('the recording', () => {
  it.each<[string, CallRecording | null, string | null]>([
    ['that runs can be paused', recording('on'), 'on'],
    ['that an account doesn’t let agents pause isn’t shown', recording('on', null), null],
    ['of a call that isn’t recorded isn’t shown', null, null],
    ['that was paused before a reload is still paused', recording('paused'), 'paused'],
    ['that is paused can be resumed after the account forbade pauses', recording('paused', null), 'paused'],
  ])('%s', (_, first, expected) => {
    expect(stateOf(recorded(first))).toBe(expected);
  });

  it('counts as paused only once the server says so', () => {
    expect(stateOf(recorded(), click)).toBe('pausing');
    expect(lastEffects(recorded(), click)).toEqual(['pauseRecording']);
    expect(stateOf(recorded(), click, answer('pausing'))).toBe('pausing');
    expect(stateOf(recorded(), ...paused)).toBe('paused');
  });

  it('sounds a tone when it pauses, and another when it runs again', () => {
    const tones = (...events: readonly EventInput[]) =>
      run(events.flat()).all.filter(({ type }) => type === 'playRecordingTone');
    expect(tones(recorded(), ...paused)).toEqual([{ type: 'playRecordingTone', paused: true }]);
    expect(tones(recorded(), ...paused, click, answer('resuming'), shows('resuming'), shows('on'))).toEqual([
      { type: 'playRecordingTone', paused: true },
      { type: 'playRecordingTone', paused: false },
    ]);
    expect(tones(recorded(recording('paused')), shows('paused'))).toEqual([]);
  });

  it('isn’t asked for twice while a request is unconfirmed', () => {
    expect(lastEffects(recorded(), click, click)).toEqual([]);
    expect(lastEffects(recorded(), ...paused, click)).toEqual(['resumeRecording']);
    expect(lastEffects(recorded(), ...paused, click, answer('resuming'), click)).toEqual([]);
  });

  it('isn’t set back by an answer that arrives after a newer state', () => {
    expect(stateOf(recorded(), click, shows('paused'), answer('pausing'))).toBe('paused');
    expect(stateOf(recorded(), ...paused, click, shows('on'), answer('resuming'))).toBe('on');
  });

  it('isn’t set back by the answer to an earlier request', () => {
    const before = next();
    const pausing = [click, answer('pausing')];
    expect(stateOf(recorded(), ...pausing, shows('on', ACCEPTED_AT + 200, before))).toBe('pausing');
    expect(failedOf(recorded(), ...pausing, shows('on', ACCEPTED_AT + 200, before))).toBe(false);
    const late = shows('paused', ACCEPTED_AT + 300, next());
    const resumed = [...paused, click, answer('resuming'), shows('on')];
    expect(stateOf(recorded(), ...resumed, late)).toBe('on');
  });

  it.each<[string, readonly EventInput[], boolean]>([
    ['a rejected request', [click, rejected(true)], true],
    ['a pause that the provider rejected', [click, answer('pausing'), shows('on')], true],
    [
      'a pause that the provider didn’t confirm',
      [click, answer('pausing'), shows('resuming'), shows('on')],
      true,
    ],
    ['a confirmed pause', paused, false],
    ['a resumed recording', [...paused, click, answer('resuming'), shows('on')], false],
    ['a new attempt', [click, rejected(true), click], false],
    ['a rejected request to resume', [...paused, click, rejected(false)], false],
  ])('says that it could not be paused after %s: %s', (_, events, expected) => {
    expect(failedOf(recorded(), ...events)).toBe(expected);
  });

  it('gives notice when it runs again without this agent', () => {
    const notice = (...events: readonly EventInput[]) =>
      currentNotice(run([...recorded(), ...events].flat()).state);
    expect(notice(...paused, shows('on'))).toBe('Recording is on again.');
    expect(notice(...paused, click, answer('resuming'), shows('on'))).toBeNull();
    expect(notice(click, answer('pausing'), shows('on'))).toBeNull();
  });

  it('is asked for every second until confirmed, then every 4 s, and not while it runs', () => {
    expect(lastEffects(recorded(), measured(1_000))).toEqual([]);
    const unconfirmed = [recorded(), click, answer('pausing'), measured(1_000)];
    expect(lastEffects(...unconfirmed)).toEqual(['refreshCall']);
    expect(lastEffects(...unconfirmed, measured(1_500))).toEqual([]);
    expect(lastEffects(...unconfirmed, measured(2_000))).toEqual(['refreshCall']);
    const known = [recorded(), ...paused, measured(1_000)];
    expect(lastEffects(...known, measured(4_000))).toEqual([]);
    expect(lastEffects(...known, measured(5_000))).toEqual(['refreshCall']);
    expect(lastEffects(...known, { type: 'realtimeConnected' })).toContain('refreshCall');
  });

  it('is no longer shown as paused when the server can’t be asked, until it answers', () => {
    const silent = [recorded(), ...paused, measured(1_000), measured(200 + UNCERTAIN_AFTER_MS)];
    expect(stateOf(...silent)).toBe('uncertain');
    expect(lastEffects(...silent, click)).toEqual(['resumeRecording']);
    expect(stateOf(...silent, shows('paused', ACCEPTED_AT + 11_000))).toBe('paused');
  });
});
