import { FRAME_MS, levelOf } from './voice-activity.ts';
import type { WavFormat } from './wav.ts';

/** Of the waveform that is shown. */
export const WAVE_BARS = 600;

export interface ChannelLevels {
  /** One byte per 20 ms (`levelOf`). */
  readonly frames: Uint8Array;
  /** The loudest sample of each bar: 255 is full scale. */
  readonly peaks: Uint8Array;
}

export interface LevelMeter {
  /** @param bytes of the samples, in order, split anywhere */
  add(bytes: Uint8Array): void;
  end(): readonly ChannelLevels[];
}

/** Keeps one byte per 20 ms and channel: 360 kB for an hour of a conversation. */
export function meterLevels({ channels, sampleRate, sampleBytes, dataBytes }: WavFormat): LevelMeter {
  const samplesPerFrame = Math.round((sampleRate * FRAME_MS) / 1_000);
  const samples = dataBytes / (channels * sampleBytes);
  const meters = Array.from({ length: channels }, () => ({
    frames: new Uint8Array(Math.ceil(samples / samplesPerFrame)),
    peaks: new Uint8Array(WAVE_BARS),
    energy: 0,
    peak: 0,
  }));
  /** The sample that both channels are at. */
  let at = 0;
  let inFrame = 0;
  let bar = 0;
  let barEnds = Math.max(1, Math.floor(samples / WAVE_BARS));
  let rest = new Uint8Array(0);
  const endFrame = () => {
    if (inFrame === 0) return;
    const frame = Math.floor((at - 1) / samplesPerFrame);
    for (const meter of meters) {
      meter.frames[frame] = levelOf(meter.energy / inFrame / 32_768 ** 2);
      meter.energy = 0;
    }
    inFrame = 0;
  };
  const endBar = () => {
    for (const meter of meters) {
      meter.peaks[bar] = Math.min(255, Math.round((meter.peak / 32_768) * 255));
      meter.peak = 0;
    }
  };
  return {
    add(bytes) {
      const joined = rest.length === 0 ? bytes : concat(rest, bytes);
      const step = channels * sampleBytes;
      const whole = joined.length - (joined.length % step);
      const view = new DataView(joined.buffer, joined.byteOffset, joined.byteLength);
      for (let offset = 0; offset < whole && at < samples; offset += step) {
        for (let channel = 0; channel < channels; channel += 1) {
          const meter = meters[channel];
          if (!meter) continue;
          const place = offset + channel * sampleBytes;
          const sample = sampleBytes === 2 ? view.getInt16(place, true) : (MU_LAW[view.getUint8(place)] ?? 0);
          meter.energy += sample * sample;
          const size = sample < 0 ? -sample : sample;
          if (size > meter.peak) meter.peak = size;
        }
        at += 1;
        inFrame += 1;
        if (inFrame === samplesPerFrame) endFrame();
        while (at >= barEnds && bar < WAVE_BARS) {
          endBar();
          bar += 1;
          barEnds = Math.floor(((bar + 1) * samples) / WAVE_BARS);
        }
      }
      rest = joined.slice(whole);
    },
    end() {
      endFrame();
      return meters.map(({ frames, peaks }) => ({ frames, peaks }));
    },
  };
}

/** ITU-T G.711. */
const MU_LAW = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
});

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
