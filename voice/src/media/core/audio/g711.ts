/** ITU-T G.711 (1988). Table reads are cast to number because an index is always within its table. */

export const SAMPLE_RATE = 8000;
export const FRAME_SAMPLES = 160;
export const FRAME_MS = 20;
export const ULAW_SILENCE = 0xff;

const BIAS = 0x84;
const CLIP = 32635;

export const ulawToLinear = new Int16Array(256);
/** Indexed by `sample & 0xffff`. */
export const linearToUlaw = new Uint8Array(65536);

function encodeSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(sample < 0 ? -sample : sample, CLIP) + BIAS;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function decodeSample(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits & 0x70) >> 4)) - BIAS;
  return bits & 0x80 ? -magnitude : magnitude;
}

for (let byte = 0; byte < 256; byte += 1) ulawToLinear[byte] = decodeSample(byte);
for (let index = 0; index < 65536; index += 1) linearToUlaw[index] = encodeSample((index << 16) >> 16);

export function encodeUlaw(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) {
    bytes[i] = linearToUlaw[(samples[i] as number) & 0xffff] as number;
  }
  return bytes;
}

export function decodeUlaw(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) samples[i] = ulawToLinear[bytes[i] as number] as number;
  return samples;
}
