export interface WavFormat {
  readonly channels: number;
  readonly sampleRate: number;
  /** 2: 16-bit little-endian; 1: µ-law. */
  readonly sampleBytes: 1 | 2;
  /** Of the samples, with channels interleaved. */
  readonly dataFrom: number;
  readonly dataBytes: number;
}

/** Enough for the chunks that recorders write before the samples. */
export const WAV_HEAD_BYTES = 4_096;
const PCM = 1;
const MU_LAW = 7;
const EXTENSIBLE = 0xfffe;

/**
 * @param head first `WAV_HEAD_BYTES` of the file
 * @param fileBytes the length in the header is wrong in files that were written as a stream
 * @returns null if it isn't 16-bit PCM or µ-law with one or two channels
 */
export function readWavFormat(head: Uint8Array, fileBytes: number): WavFormat | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const name = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  if (head.length < 12 || name(0) !== 'RIFF' || name(8) !== 'WAVE') return null;
  let format: Pick<WavFormat, 'channels' | 'sampleRate' | 'sampleBytes'> | null = null;
  for (let at = 12; at + 8 <= head.length; ) {
    const length = view.getUint32(at + 4, true);
    const body = at + 8;
    if (name(at) === 'data') {
      if (format === null) return null;
      const frameBytes = format.channels * format.sampleBytes;
      const dataBytes = Math.min(length, fileBytes - body);
      return { ...format, dataFrom: body, dataBytes: dataBytes - (dataBytes % frameBytes) };
    }
    if (name(at) === 'fmt ' && body + 16 <= head.length) {
      const kind = view.getUint16(body, true);
      const channels = view.getUint16(body + 2, true);
      const sampleRate = view.getUint32(body + 4, true);
      const bits = view.getUint16(body + 14, true);
      const sampleBytes = kind === MU_LAW && bits === 8 ? 1 : bits === 16 && kind !== MU_LAW ? 2 : null;
      if (sampleBytes === null || ![PCM, MU_LAW, EXTENSIBLE].includes(kind)) return null;
      if ((channels !== 1 && channels !== 2) || sampleRate < 8_000 || sampleRate > 48_000) return null;
      format = { channels, sampleRate, sampleBytes };
    }
    at = body + length + (length % 2);
  }
  return null;
}
