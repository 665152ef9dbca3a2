import { expect, it } from 'vitest';
import { checkGreeting } from './greeting-audio.ts';

interface Wav {
  readonly tag?: number;
  readonly bits?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly seconds?: number;
  /** A chunk of this length before the samples. */
  readonly extra?: number;
  /** As in the header; default: the real one. */
  readonly declared?: number;
}

function wav({ tag = 1, bits = 16, channels = 1, rate = 8_000, seconds = 1, extra, declared }: Wav = {}) {
  const frame = (channels * bits) / 8;
  const data = Buffer.alloc(Math.round(rate * seconds) * frame);
  const chunk = (name: string, body: Buffer, length = body.length) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32LE(length, 4);
    return Buffer.concat([head, body]);
  };
  const fmt = Buffer.alloc(16);
  fmt.writeUInt16LE(tag, 0);
  fmt.writeUInt16LE(channels, 2);
  fmt.writeUInt32LE(rate, 4);
  fmt.writeUInt32LE(rate * frame, 8);
  fmt.writeUInt16LE(frame, 12);
  fmt.writeUInt16LE(bits, 14);
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', fmt),
    ...(extra === undefined ? [] : [chunk('LIST', Buffer.alloc(extra))]),
    chunk('data', data, declared),
  ]);
  return chunk('RIFF', body);
}

it.each<[string, Uint8Array, number]>([
  ['telephone PCM', wav(), 1_000],
  ['µ-law', wav({ tag: 7, bits: 8, seconds: 2 }), 2_000],
  ['stereo at 48 kHz', wav({ channels: 2, rate: 48_000, seconds: 0.5 }), 500],
  ['a file with a long chunk of tags', wav({ extra: 100_000 }), 1_000],
  ['a streamed file without a length', wav({ declared: 0xffffffff }), 1_000],
  ['the longest file', wav({ seconds: 120 }), 120_000],
])('%s is accepted with its length', (_, bytes, milliseconds) => {
  expect(checkGreeting(bytes)).toEqual({ ok: true, milliseconds });
});

it.each<[string, Uint8Array, string]>([
  ['an empty file', Buffer.alloc(0), 'notAudio'],
  ['a text file', Buffer.from('Welcome to Acme. '.repeat(100)), 'notAudio'],
  ['an MP3 file', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(5_000)]), 'notAudio'],
  ['a web page in a WAV header', Buffer.from('RIFF\x10\x00\x00\x00WAVE<script>', 'latin1'), 'notAudio'],
  ['a header without samples', wav().subarray(0, 36), 'notAudio'],
  ['24-bit samples', wav({ bits: 24 }), 'notAudio'],
  ['floating-point samples', wav({ tag: 3, bits: 32 }), 'notAudio'],
  ['six channels', wav({ channels: 6 }), 'notAudio'],
  ['a rate below telephones', wav({ rate: 4_000 }), 'notAudio'],
  ['no sound', wav({ seconds: 0 }), 'tooShort'],
  ['a click', wav({ seconds: 0.1 }), 'tooShort'],
  ['more than two minutes', wav({ seconds: 121 }), 'tooLong'],
])('%s is rejected', (_, bytes, problem) => {
  expect(checkGreeting(bytes)).toEqual({ ok: false, problem });
});
