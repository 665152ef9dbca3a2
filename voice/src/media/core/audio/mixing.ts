import { FRAME_SAMPLES, linearToUlaw, ulawToLinear } from './g711.ts';

/** Adds the samples of one µ-law frame to a running sum. Both hold the same number of samples. */
export function addFrame(sum: Int32Array, frame: Uint8Array): void {
  for (let i = 0; i < FRAME_SAMPLES; i += 1) {
    sum[i] = (sum[i] as number) + (ulawToLinear[frame[i] as number] as number);
  }
}

/** Writes the sum as µ-law; what is louder than full scale is clipped. */
export function encodeSum(sum: Int32Array, out: Uint8Array): void {
  for (let i = 0; i < FRAME_SAMPLES; i += 1) {
    const value = sum[i] as number;
    const clipped = value > 32767 ? 32767 : value < -32768 ? -32768 : value;
    out[i] = linearToUlaw[clipped & 0xffff] as number;
  }
}

/**
 * Writes the sum as 16 bit little-endian samples of one channel of an interleaved file.
 * @param offset byte of the first sample; `stride` bytes from one sample of the channel to its next.
 */
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
