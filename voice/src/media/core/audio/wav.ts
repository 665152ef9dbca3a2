import { decodeUlaw, SAMPLE_RATE } from './g711.ts';
import { resample } from './resample.ts';

const PCM = 1;
const MULAW = 7;
const EXTENSIBLE = 0xfffe;

const MAX_SAMPLES = 10 * 60 * SAMPLE_RATE;

interface Format {
  readonly tag: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
}

export type ParsedWav =
  | { readonly ok: true; readonly samples: Int16Array }
  | { readonly ok: false; readonly error: string };

const reject = (error: string): ParsedWav => ({ ok: false, error });

/** Converts to 8 kHz mono. Truncated data (from a writer that was killed) is read up to the end of the file. */
export function parseWav(bytes: Uint8Array): ParsedWav {
  if (bytes.length < 12 || text(bytes, 0) !== 'RIFF' || text(bytes, 8) !== 'WAVE') {
    return reject('not a RIFF/WAVE file');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Format | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = text(bytes, at);
    const size = view.getUint32(at + 4, true);
    const start = at + 8;
    if (id === 'fmt ' && start + 16 <= bytes.length) format = readFormat(view, start, size);
    if (id === 'data') {
      if (format === null) return reject('no fmt chunk before the data');
      return readSamples(bytes.subarray(start, Math.min(bytes.length, start + size)), format);
    }
    at = start + size + (size & 1);
  }
  return reject('no data chunk');
}

function readFormat(view: DataView, start: number, size: number): Format {
  const tag = view.getUint16(start, true);
  return {
    tag:
      tag === EXTENSIBLE && size >= 40 && start + 26 <= view.byteLength
        ? view.getUint16(start + 24, true)
        : tag,
    channels: view.getUint16(start + 2, true),
    rate: view.getUint32(start + 4, true),
    bits: view.getUint16(start + 14, true),
  };
}

function readSamples(data: Uint8Array, format: Format): ParsedWav {
  const { tag, channels, rate, bits } = format;
  if (!((tag === PCM && bits === 16) || (tag === MULAW && bits === 8))) {
    return reject(`format ${tag} with ${bits} bits is neither 16-bit PCM nor mu-law`);
  }
  if (channels !== 1 && channels !== 2) return reject(`unsupported: ${channels} channels (expected 1 or 2)`);
  if (rate < 4000 || rate > 192_000) return reject(`unsupported sample rate of ${rate} Hz`);
  const count = Math.floor(data.length / (bits / 8) / channels);
  if ((count * SAMPLE_RATE) / rate > MAX_SAMPLES) return reject('longer than 10 minutes');
  const interleaved = tag === MULAW ? decodeUlaw(data) : decodePcm(data, count * channels);
  return { ok: true, samples: resample(toMono(interleaved, channels, count), rate, SAMPLE_RATE) };
}

function decodePcm(data: Uint8Array, count: number): Int16Array {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Int16Array.from({ length: count }, (_, i) => view.getInt16(i * 2, true));
}

function toMono(samples: Int16Array, channels: number, count: number): Int16Array {
  if (channels === 1) return samples;
  return Int16Array.from(
    { length: count },
    (_, i) => ((samples[2 * i] ?? 0) + (samples[2 * i + 1] ?? 0)) >> 1,
  );
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

export const WAV_HEADER_BYTES = 44;

export function wavHeader(channels: number, dataBytes: number): Uint8Array {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const write = (at: number, chunkId: string) => {
    for (let i = 0; i < 4; i += 1) header[at + i] = chunkId.charCodeAt(i);
  };
  write(0, 'RIFF');
  view.setUint32(4, WAV_HEADER_BYTES - 8 + dataBytes, true);
  write(8, 'WAVE');
  write(12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, dataBytes, true);
  return header;
}
