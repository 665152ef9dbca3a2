import { createListeners } from '@offhook/design/listeners';
import { type MeterBars, meterBars } from './core/phone-text.ts';

/** Separate from the phone's state: 20 changes a second render only two meters. */
export type VolumeStore = ReturnType<typeof createVolumeStore>;

export function createVolumeStore(isMuted: () => boolean) {
  const { listen, notify } = createListeners();
  let volumes = { input: 0, output: 0 };
  let bars: MeterBars = { microphone: 0, speaker: 0 };
  return {
    getBars: () => bars,
    getVolumes: () => volumes,
    listen,
    set: (input: number, output: number) => {
      volumes = { input, output };
      const { microphone, speaker } = meterBars(input, output, isMuted());
      if (microphone === bars.microphone && speaker === bars.speaker) return;
      bars = { microphone, speaker };
      notify();
    },
  };
}
