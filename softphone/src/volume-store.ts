import { createListeners } from '@offhook/design/listeners';
import { BARS, barsLit, MICROPHONE_SCALE, SPEAKER_SCALE } from './core/phone-text.ts';

interface Bars {
  readonly microphone: number;
  readonly speaker: number;
}

/** The last volumes of the call, 0 to 1, apart from the phone's state so that 20 changes a second render two meters. */
export interface VolumeStore {
  readonly getBars: () => Bars;
  readonly getVolumes: () => { readonly input: number; readonly output: number };
  readonly listen: (changed: () => void) => () => void;
  readonly set: (input: number, output: number) => void;
}

/** @param isMuted a muted microphone lights no bar */
export function createVolumeStore(isMuted: () => boolean): VolumeStore {
  const { listen, tell } = createListeners();
  let volumes = { input: 0, output: 0 };
  let bars: Bars = { microphone: 0, speaker: 0 };
  return {
    getBars: () => bars,
    getVolumes: () => volumes,
    listen,
    set: (input, output) => {
      volumes = { input, output };
      const microphone = isMuted() ? 0 : barsLit(input, MICROPHONE_SCALE, BARS);
      const speaker = barsLit(output, SPEAKER_SCALE, BARS);
      if (microphone === bars.microphone && speaker === bars.speaker) return;
      bars = { microphone, speaker };
      tell();
    },
  };
}
