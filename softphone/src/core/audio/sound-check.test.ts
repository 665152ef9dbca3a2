import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  initialSoundCheck,
  isSilent,
  type SoundCheck,
  type SoundCheckEffect,
  type SoundCheckEvent,
  soundCheck,
} from './sound-check.ts';
import { levelBars, levelText } from './sound-level.ts';

function run(events: readonly SoundCheckEvent[], check: SoundCheck = initialSoundCheck) {
  let state = check;
  let effects: readonly SoundCheckEffect[] = [];
  for (const event of events) ({ check: state, effects } = soundCheck(state, event));
  return { state, step: state.step, last: effects };
}

const listen: SoundCheckEvent = { type: 'listenClicked', microphone: 'desk', plain: false };
const record: SoundCheckEvent = {
  type: 'recordClicked',
  microphone: 'desk',
  plain: true,
  speaker: 'headset',
};
const ring: SoundCheckEvent = { type: 'ringClicked', ringer: 'hall' };
const opened: SoundCheckEvent = { type: 'opened', run: 1 };
const heard: SoundCheckEvent = { type: 'soundHeard', run: 1 };
const second: SoundCheckEvent = { type: 'secondPassed', run: 1 };
const stop: SoundCheckEvent = { type: 'stopClicked' };
const other: SoundCheckEvent = { type: 'microphoneChosen', microphone: 'webcam', plain: false };
const played: SoundCheckEvent = { type: 'played', run: 1 };
const recorded = [record, opened, heard, second, second, second];
const RELEASE: readonly SoundCheckEffect[] = [{ type: 'release' }];
const opens = { type: 'openMicrophone', run: 1, deviceId: 'desk' } as const;
const unplugged: SoundCheckEvent = { type: 'unplugged', run: 1 };

describe('a sound check', () => {
  const cases: [
    sentence: string,
    events: readonly SoundCheckEvent[],
    step: string,
    effects: readonly SoundCheckEffect[],
  ][] = [
    [
      "doesn't open a microphone before the agent asks",
      [{ type: 'panelOpened' }],
      'idle',
      [{ type: 'prepare' }],
    ],
    [
      'opens the chosen microphone to listen',
      [listen],
      'opening',
      [{ ...opens, plain: false, records: false }],
    ],
    ['listens once it is open', [listen, opened], 'listening', []],
    ["keeps listening until it's stopped", [listen, opened, ...Array(9).fill(second)], 'listening', []],
    [
      'opens the chosen microphone to record',
      [record],
      'opening',
      [{ ...opens, plain: true, records: true }],
    ],
    ['records for three seconds', [record, opened, heard, second, second], 'recording', []],
    [
      'plays the recording on the chosen speaker',
      [...recorded],
      'playing',
      [{ type: 'playRecording', run: 1, deviceId: 'headset' }],
    ],
    ["doesn't play a silent recording", [record, opened, second, second, second], 'failed', RELEASE],
    ['ends when the playback ends', [...recorded, played], 'idle', RELEASE],
    ['rings on the chosen ringer', [ring], 'ringing', [{ type: 'playRing', run: 1, deviceId: 'hall' }]],
    ['ends when the ring sound ends', [ring, played], 'idle', RELEASE],
    [
      'releases the microphone before it rings',
      [listen, opened, ring],
      'ringing',
      [{ type: 'release' }, { type: 'playRing', run: 2, deviceId: 'hall' }],
    ],
    [
      'reopens with another chosen microphone',
      [listen, opened, other],
      'opening',
      [
        { type: 'release' },
        { type: 'openMicrophone', run: 2, deviceId: 'webcam', plain: false, records: false },
      ],
    ],
    ['stops recording if another microphone is chosen', [record, opened, other], 'idle', RELEASE],
    ['opens nothing just because another microphone is chosen', [other], 'idle', []],
    ['fails when the microphone is unplugged', [listen, opened, unplugged], 'failed', RELEASE],
    [
      "fails if the sound can't be played",
      [ring, { type: 'playFailed', run: 1, reason: 'unplayable' }],
      'failed',
      RELEASE,
    ],
    ['ignores a microphone that opens after Stop', [listen, stop, opened], 'idle', []],
  ];
  it.each(cases)('%s', (_sentence, events, step, effects) => {
    const { step: now, last } = run(events);
    expect([now.name, last]).toEqual([step, effects]);
  });

  it.each(['refused', 'missing', 'unusable'] as const)(
    'reports the failure: the microphone is %s',
    (reason) => {
      const { step, last } = run([listen, { type: 'openFailed', run: 1, reason }]);
      expect([step, last]).toEqual([{ name: 'failed', reason }, RELEASE]);
    },
  );

  it.each(['unplayable', 'locked'] as const)('reports the failure: the sound is %s', (reason) => {
    expect(run([ring, { type: 'playFailed', run: 1, reason }]).step).toEqual({ name: 'failed', reason });
  });

  it('keeps the same state for further sounds, which are reported 20 times a second', () => {
    const { state } = run([listen, opened, heard]);
    expect(run([heard], state).state).toBe(state);
  });

  it('counts as silent after 4 s without sound, until a sound is heard', () => {
    const quiet = [listen, opened, second, second, second];
    expect(isSilent(run(quiet).step)).toBe(false);
    expect(isSilent(run([...quiet, second]).step)).toBe(true);
    expect(isSilent(run([...quiet, second, heard]).step)).toBe(false);
    expect(isSilent(run([...quiet, heard, second, second]).step)).toBe(false);
  });

  const starts = [listen, record, ring];
  const inUse = starts.flatMap((start) => [
    [start],
    [start, opened],
    [start, opened, heard, second, second, second],
  ]);
  it.each(['callStarted', 'panelLeft', 'pageHidden', 'stopClicked'] as const)(
    '%s releases everything immediately in every step',
    (type) => {
      for (const events of inUse) {
        const { step, last } = run([...events, { type }]);
        expect([step.name, last]).toEqual(['idle', RELEASE]);
      }
      expect(run([{ type }]).last).toEqual([]);
    },
  );

  it('holds no microphone and plays nothing while idle or failed', () => {
    const events = fc.array(
      fc.oneof(
        fc.constantFrom<SoundCheckEvent>(...starts, stop, { type: 'callStarted' }, other),
        fc.record({
          type: fc.constantFrom('opened', 'soundHeard', 'secondPassed', 'played', 'playFailed', 'unplugged'),
          run: fc.integer({ min: 0, max: 8 }),
          reason: fc.constant('locked'),
        }) as fc.Arbitrary<SoundCheckEvent>,
        fc.record({
          type: fc.constant('openFailed'),
          run: fc.integer({ min: 0, max: 8 }),
          reason: fc.constant('refused'),
        }) as fc.Arbitrary<SoundCheckEvent>,
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(events, (all) => {
        let check = initialSoundCheck;
        let isInUse = false;
        for (const event of all) {
          const { check: next, effects } = soundCheck(check, event);
          for (const { type } of effects) {
            // Everything is released before something new opens.
            if (type === 'openMicrophone' || type === 'playRing') expect(isInUse).toBe(false);
            isInUse = type !== 'release';
          }
          expect(isInUse).toBe(!['idle', 'failed'].includes(next.step.name));
          check = next;
        }
      }),
    );
  });
});

describe('the level of a microphone', () => {
  const tone = (amplitude: number) =>
    Float32Array.from({ length: 480 }, (_, at) => amplitude * Math.sin(at / 5));
  it.each([
    ['no sound', tone(0), 0, 'Silent'],
    ['a quiet room', tone(0.002), 0, 'Silent'],
    ['a whisper', tone(0.01), 1, 'Quiet'],
    ['speech', tone(0.1), 4, 'Good'],
    ['a shout', tone(0.8), 5, 'Loud'],
    ['no samples', [], 0, 'Silent'],
  ])('is shown correctly for %s', (_what, samples, bars, text) => {
    expect([levelBars(samples), levelText(levelBars(samples))]).toEqual([bars, text]);
  });
});
