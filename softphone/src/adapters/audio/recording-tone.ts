/** Two short tones, played only on this agent's speaker: falling when the recording pauses, rising when it goes on. */

const LOW_HZ = 440;
const HIGH_HZ = 660;
const TONE_S = 0.12;
const VOLUME = 0.15;

export function createRecordingTone(warn: (message: string, error: unknown) => void) {
  let sink = '';
  return {
    /** Empty: the system's default. */
    setSink: (deviceId: string) => {
      sink = deviceId;
    },
    play: (paused: boolean) => {
      play(paused ? [HIGH_HZ, LOW_HZ] : [LOW_HZ, HIGH_HZ], sink).catch((error: unknown) =>
        warn('The recording tone could not be played.', error),
      );
    },
  };
}

export type RecordingTone = ReturnType<typeof createRecordingTone>;

async function play(tones: readonly number[], sink: string): Promise<void> {
  const context = new AudioContext();
  // Firefox and Safari play it on the default device.
  if (sink !== '' && 'setSinkId' in context && typeof context.setSinkId === 'function')
    await context.setSinkId(sink).catch(() => {});
  const gain = new GainNode(context, { gain: VOLUME });
  gain.connect(context.destination);
  const start = context.currentTime + 0.02;
  const oscillators = tones.map((frequency, n) => {
    const oscillator = new OscillatorNode(context, { frequency });
    oscillator.connect(gain);
    oscillator.start(start + n * TONE_S);
    oscillator.stop(start + (n + 1) * TONE_S);
    return oscillator;
  });
  oscillators.at(-1)?.addEventListener('ended', () => void context.close());
  await context.resume();
}
