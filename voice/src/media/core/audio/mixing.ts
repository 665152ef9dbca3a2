import { FRAME_SAMPLES, linearToUlaw, ulawToLinear } from './g711.ts';

export function addFrame(sum: Int32Array, frame: Uint8Array): void {
  for (let i = 0; i < FRAME_SAMPLES; i += 1) {
    sum[i] = (sum[i] as number) + (ulawToLinear[frame[i] as number] as number);
  }
}

export function encodeSum(sum: Int32Array, out: Uint8Array): void {
  for (let i = 0; i < FRAME_SAMPLES; i += 1) {
    const value = sum[i] as number;
    const clipped = value > 32767 ? 32767 : value < -32768 ? -32768 : value;
    out[i] = linearToUlaw[clipped & 0xffff] as number;
  }
}

/** Writes 16-bit little-endian PCM. `stride`: bytes between samples of this channel. */
export function writeSum(sum: Int32Array, out: Uint8Array, offset: number, stride: number): void {
  let at = offset;
  for (let i = 0; i < FRAME_SAMPLES; i += 1) {
    const value = sum[i] as number;
    const clipped = value > 32767 ? 32767 : value < -32768 ? -32768 : value;
    out[at] = clipped & 0xff;
    out[at + 1] = (clipped >> 8) & 0xff;
    at += stride;
  }
}
