import { SAMPLE_RATE } from '../media/core/audio/g711.ts';
import { resample } from '../media/core/audio/resample.ts';
import { wavHeader } from '../media/core/audio/wav.ts';

/** A limit, because decoding blocks the event loop. 2 MB hold 30 s at the best quality, minutes at phone quality. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Recognizes an ID3 tag or the sync word of a layer III frame. */
export function isMp3(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 0, 3) === 'ID3') return true;
  return bytes.length > 4 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2;
}

/** Null if the file is unreadable or too long. */
export async function mp3ToWav(bytes: Buffer): Promise<Buffer | null> {
  if (bytes.length > MAX_BYTES) return null;
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  try {
    await decoder.ready;
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes);
    if (samplesDecoded === 0 || sampleRate < 4_000) return null;
    const mono = Int16Array.from({ length: samplesDecoded }, (_, at) => {
      const sum = channelData.reduce((total, channel) => total + (channel[at] ?? 0), 0);
      return Math.max(-32_768, Math.min(32_767, Math.round((sum / channelData.length) * 32_767)));
    });
    const samples = resample(mono, sampleRate, SAMPLE_RATE);
    const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    return Buffer.concat([wavHeader(1, data.length), data]);
  } catch {
    return null;
  } finally {
    decoder.free();
  }
}
