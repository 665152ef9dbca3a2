import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Conference,
  type ConferenceEffect,
  type ConferenceEvent,
  newConference,
  transitionConference,
} from './conference.ts';
import { conferenceAudio } from './conference-audio.ts';
import { defaultParticipant, type Participant, type ParticipantChange } from './participant.ts';
import { recordingChannels } from './recording-channels.ts';

const join = (callSid: string, more: Partial<Participant> = {}, record = false): ConferenceEvent => ({
  type: 'joined',
  at: 1,
  participant: { ...defaultParticipant(callSid, null, 0), beep: 'false', ...more },
  callback: null,
  recording: record ? { callback: null, trim: false } : null,
});
const leave = (callSid: string): ConferenceEvent => ({
  type: 'left',
  at: 2,
  callSid,
  reason: 'participant_hung_up',
});
const change = (callSid: string, to: ParticipantChange): ConferenceEvent => ({
  type: 'changed',
  at: 3,
  callSid,
  change: to,
});
const coach = (callSid: string, coachedCall: string) => change(callSid, { coaching: true, coachedCall });
const end: ConferenceEvent = { type: 'ended', at: 4 };

function run(events: readonly ConferenceEvent[]) {
  let state: Conference = newConference('CF1', 'room', 0);
  const effects: string[] = [];
  let error: string | undefined;
  for (const event of events) {
    const step = transitionConference(state, event);
    state = step.state;
    error = step.error;
    effects.push(...step.effects.map(describeEffect).filter((one) => one !== 'route'));
  }
  return { state, effects, error };
}

function describeEffect(effect: ConferenceEffect): string {
  switch (effect.type) {
    case 'notify':
      return 'participant' in effect.notice
        ? `${effect.notice.event} ${effect.notice.participant.callSid}`
        : effect.notice.event;
    case 'beep':
      return `beep ${effect.callSids.join(' ')}`;
    case 'release':
      return `release ${effect.callSid}`;
    case 'route':
    case 'startRecording':
    case 'close':
      return effect.type;
    default:
      return effect satisfies never;
  }
}

const started = ['participant-join a', 'participant-join b', 'conference-start'];
const ended = ['participant-leave a', 'participant-leave b', 'conference-end'];

test.each<[string, readonly ConferenceEvent[], Conference['status'], readonly string[]]>([
  ['a lone participant waits', [join('a')], 'init', ['participant-join a']],
  ['the second participant starts the conference', [join('a'), join('b')], 'in-progress', started],
  [
    'participants with startOnEnter off wait until one with startOnEnter on joins',
    [join('a', { startOnEnter: false }), join('b', { startOnEnter: false }), join('c')],
    'in-progress',
    ['participant-join a', 'participant-join b', 'participant-join c', 'conference-start'],
  ],
  [
    'recording starts with the conference',
    [join('a', {}, true), join('b')],
    'in-progress',
    [...started, 'startRecording'],
  ],
  [
    'the conference continues with one participant and ends when the last one leaves',
    [join('a'), join('b'), leave('a'), leave('b')],
    'completed',
    [...started, ...ended, 'close'],
  ],
  [
    'a participant with endOnExit ends the conference for everyone',
    [join('a', { endOnExit: true }), join('b'), leave('a')],
    'completed',
    [...started, ...ended, 'release b', 'close'],
  ],
  [
    'the API ends the conference for everyone',
    [join('a'), join('b'), end, leave('a')],
    'completed',
    [...started, ...ended, 'release a', 'release b', 'close'],
  ],
  [
    'entry and exit beeps play after the conference has started',
    [
      join('a', { beep: 'true' }),
      join('b', { beep: 'onEnter' }),
      leave('b'),
      join('c', { beep: 'onExit' }),
      leave('c'),
    ],
    'in-progress',
    [...started, 'beep a b', 'participant-leave b', 'participant-join c', 'participant-leave c', 'beep a'],
  ],
  [
    'each change sends its own notification',
    [
      join('a'),
      join('b'),
      change('a', { muted: true, hold: true }),
      change('a', { muted: true }),
      change('a', { hold: false }),
      change('b', { endOnExit: true }),
    ],
    'in-progress',
    [...started, 'participant-mute a', 'participant-hold a', 'participant-unhold a', 'participant-modify b'],
  ],
  ['a second join event of a call is ignored', [join('a'), join('a')], 'init', ['participant-join a']],
  ['a leave event of an absent call is ignored', [join('a'), leave('b')], 'init', ['participant-join a']],
])('%s', (_, events, status, effects) => {
  const result = run(events);
  expect(result.state.status).toBe(status);
  expect(result.effects).toEqual(effects);
});

describe('coaching', () => {
  test.each<[string, readonly ConferenceEvent[], string | undefined]>([
    ['of a participant is accepted', [join('a'), join('b'), coach('b', 'a')], undefined],
    [
      'of a held participant is rejected',
      [join('a', { hold: true }), join('b'), coach('b', 'a')],
      'coached-on-hold',
    ],
    ['of an absent call is rejected', [join('b'), coach('b', 'a')], 'coached-absent'],
    ['of the coach itself is rejected', [join('b'), coach('b', 'b')], 'coached-absent'],
    ['by an absent call is rejected', [join('a'), coach('b', 'a')], 'not-in-conference'],
    [
      'can be ended after the coached participant has left',
      [join('b', { coaching: true, coachedCall: 'a' }), change('b', { coaching: false })],
      undefined,
    ],
  ])('%s', (_, events, error) => {
    expect(run(events).error).toBe(error);
  });
});

test.each<[string, readonly ConferenceEvent[], Record<string, string>]>([
  [
    'everyone hears waiting music before the start',
    [join('a', { startOnEnter: false }), join('b', { startOnEnter: false })],
    { a: 'wait', b: 'wait' },
  ],
  ['no participant hears music after the start', [join('a'), join('b')], { a: 'none', b: 'none' }],
  [
    'a held participant hears hold music',
    [join('a'), join('b'), change('b', { hold: true })],
    { a: 'none', b: 'hold' },
  ],
  ['a participant left alone hears waiting music again', [join('a'), join('b'), leave('a')], { b: 'wait' }],
])('%s', (_, events, expected) => {
  const music = [...conferenceAudio(run(events).state)].map(([sid, audio]) => [sid, audio.kind]);
  expect(Object.fromEntries(music)).toEqual(expected);
});

test('the recording has the first participant on one channel and everyone else on the other', () => {
  const { state } = run([join('a'), join('b'), join('c'), leave('a'), join('d', { muted: true })]);
  expect(recordingChannels(state)).toEqual({ first: [], second: ['b', 'c'] });
  expect(recordingChannels(run([join('a'), join('b')]).state)).toEqual({ first: ['a'], second: ['b'] });
});

test('whatever the order of events, the conference ends once, and every join has a matching leave', () => {
  const sid = fc.constantFrom('a', 'b', 'c');
  const event = fc.oneof(
    fc
      .tuple(sid, fc.boolean(), fc.boolean())
      .map(([s, endOnExit, startOnEnter]) => join(s, { endOnExit, startOnEnter })),
    sid.map(leave),
    fc.tuple(sid, fc.boolean()).map(([s, hold]) => change(s, { hold })),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      const { state, effects } = run([...events, end]);
      expect(state.status).toBe('completed');
      expect(effects.filter((one) => one === 'close')).toHaveLength(1);
      for (const one of ['a', 'b', 'c'])
        expect(effects.filter((e) => e === `participant-join ${one}`)).toHaveLength(
          effects.filter((e) => e === `participant-leave ${one}`).length,
        );
    }),
  );
});

test.each<[Participant['beep'], boolean, Participant['beep']]>([
  ['true', false, 'onEnter'],
  ['onEnter', true, 'true'],
  ['false', true, 'onExit'],
  ['onExit', false, 'false'],
])('beep %s with beepOnExit changed to %s becomes %s', (before, beepOnExit, after) => {
  const { state } = run([join('a', { beep: before }), change('a', { beepOnExit })]);
  expect(state.participants[0]?.beep).toBe(after);
});

test('speech is reported for participants but not for absent calls', () => {
  const spoke = (callSid: string, speaking: boolean): ConferenceEvent => ({
    type: 'spoke',
    at: 5,
    callSid,
    speaking,
  });
  const before = run([join('a'), join('b')]).effects.length;
  const { effects } = run([join('a'), join('b'), spoke('a', true), spoke('c', true), spoke('a', false)]);
  expect(effects.slice(before)).toEqual(['participant-speech-start a', 'participant-speech-stop a']);
});
