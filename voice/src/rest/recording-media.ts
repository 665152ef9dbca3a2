import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { WAV_HEADER_BYTES, wavHeader } from '../media/core/audio/wav.ts';
import type { RestDeps } from './deps.ts';
import { ApiError } from './errors.ts';
import { Form } from './form.ts';
import { param } from './page.ts';
import { byteRange } from './range.ts';

/** Bytes of one stored sample: two channels of 16 bits. */
const STORED_FRAME_BYTES = 4;

/** Downloads of recordings: mono, unless `?RequestedChannels=2`. */
export function recordingMediaRoutes(api: FastifyInstance, deps: RestDeps): void {
  for (const path of ['/Recordings/:recording.wav', '/Recordings/:recording'])
    api.get(path, async (request, reply) => {
      const recording = deps.store.recordings.get(param(request.params, 'recording'));
      if (!recording) throw new ApiError(20404);
      const stereo = recording.channels === 2 && new Form(request.query).text('RequestedChannels') === '2';
      return sendRecording(reply, deps.store.recordingPath(recording.sid), stereo, request.headers.range);
    });
}

export async function sendRecording(
  reply: FastifyReply,
  path: string,
  stereo: boolean,
  rangeHeader: string | undefined,
) {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  if (size <= WAV_HEADER_BYTES) throw new ApiError(20404);
  const frameBytes = stereo ? 4 : 2;
  const dataBytes = Math.floor((size - WAV_HEADER_BYTES) / STORED_FRAME_BYTES) * frameBytes;
  const total = WAV_HEADER_BYTES + dataBytes;
  const range = byteRange(rangeHeader, total);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${total}`).send();
  const { start, end } = range ?? { start: 0, end: total - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${total}`);
  reply
    .header('content-type', 'audio/x-wav')
    .header('accept-ranges', 'bytes')
    .header('content-length', end - start + 1);
  return reply.send(Readable.from(bytes(path, stereo, start, end, dataBytes)));
}

/** @param start first byte of the served file @param end last byte, inclusive */
async function* bytes(
  path: string,
  stereo: boolean,
  start: number,
  end: number,
  dataBytes: number,
): AsyncGenerator<Uint8Array> {
  const header = wavHeader(stereo ? 2 : 1, dataBytes);
  if (start < header.length) yield header.subarray(start, end + 1);
  if (end < header.length) return;
  const frameBytes = stereo ? 4 : 2;
  const first = Math.max(0, start - header.length);
  const firstFrame = Math.floor(first / frameBytes);
  let skip = first - firstFrame * frameBytes;
  let left = end + 1 - Math.max(start, header.length);
  const from = WAV_HEADER_BYTES + firstFrame * STORED_FRAME_BYTES;
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, {
    start: from,
    end: WAV_HEADER_BYTES + fileBytes(dataBytes, frameBytes) - 1,
  })) {
    const all = Buffer.concat([rest, chunk]);
    const whole = all.length - (all.length % STORED_FRAME_BYTES);
    rest = all.subarray(whole);
    const served = stereo ? all.subarray(0, whole) : toMono(all.subarray(0, whole));
    const part = served.subarray(skip, skip + left);
    skip = Math.max(0, skip - served.length);
    left -= part.length;
    if (part.length > 0) yield part;
    if (left <= 0) return;
  }
}

function fileBytes(dataBytes: number, frameBytes: number): number {
  return (dataBytes / frameBytes) * STORED_FRAME_BYTES;
}

function toMono(stereo: Buffer): Buffer {
  const mono = Buffer.alloc(stereo.length / 2);
  for (let at = 0; at < stereo.length; at += STORED_FRAME_BYTES) {
    const sum = stereo.readInt16LE(at) + stereo.readInt16LE(at + 2);
    mono.writeInt16LE(Math.max(-32_768, Math.min(32_767, sum)), at / 2);
  }
  return mono;
}
