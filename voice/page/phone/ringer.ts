const ON_SECONDS = 2;
const PERIOD_SECONDS = 6;
const ROUNDS = 30;

/**
 * The North American ring: two tones, 2 s on and 4 s off.
 * @returns a function that stops it
 */
export function startRinging(): () => void {
  const context = new AudioContext();
  const volume = new GainNode(context, { gain: 0 });
  volume.connect(context.destination);
  for (let round = 0; round < ROUNDS; round += 1) {
    volume.gain.setValueAtTime(0.08, context.currentTime + round * PERIOD_SECONDS);
    volume.gain.setValueAtTime(0, context.currentTime + round * PERIOD_SECONDS + ON_SECONDS);
  }
  for (const frequency of [440, 480]) {
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(volume);
    tone.start();
  }
  return () => void context.close();
}
