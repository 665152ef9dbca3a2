/**
 * Files of recordings in storage that speaks S3, through the official SDK (loaded when first needed).
 *
 * A file is written by one request: there are no parts that could be left behind, and a file is there whole or not at
 * all. Its bytes wait on the disk before, so that their length and hash are known, the hash is signed, and another try
 * can begin at once. What is read is read in pieces that are in memory as a whole: a listener who pauses holds no
 * connection, and every request has an end.
 */

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../platform/process/recording-config.ts';
import { FileMissing, isFileName, type RecordingStore } from './recording-store.ts';

export interface S3Limits {
  readonly tries: number;
  /** Before the second try; doubled each time. */
  readonly pauseMs: number;
  /** Of a request with a short answer. */
  readonly requestMs: number;
  /** Of a file on its way there, for each megabyte in addition. */
  readonly perMegabyteMs: number;
}

const LIMITS: S3Limits = { tries: 4, pauseMs: 250, requestMs: 20_000, perMegabyteMs: 4_000 };
const MEGABYTE = 1024 * 1024;
/** One request writes no more. */
const MOST_BYTES = 5 * 1024 * MEGABYTE;

/** @param spool a folder for files on their way */
export function createRecordingS3(config: S3Config, spool: string, limits = LIMITS): RecordingStore {
  let connecting: Promise<Connection> | null = null;
  const connection = () => {
    connecting ??= connect(config);
    return connecting;
  };
  const ask = async <T>(
    name: string,
    ms: number,
    work: (to: Connection, object: { Bucket: string; Key: string }, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    if (!isFileName(name)) throw new FileMissing('there is no file of such a name');
    const to = await connection();
    const object = { Bucket: config.bucket, Key: name };
    return inTries(limits, () => work(to, object, AbortSignal.timeout(ms)));
  };

  return {
    async put(name, body) {
      await mkdir(spool, { recursive: true, mode: 0o700 });
      const path = join(spool, `${randomUUID()}.part`);
      try {
        const { bytes, sha256 } = await spoolTo(path, body);
        const ms = limits.requestMs + Math.ceil(bytes / MEGABYTE) * limits.perMegabyteMs;
        await ask(name, ms, async ({ client, sdk }, object, abortSignal) => {
          const file = createReadStream(path);
          // Given up before it was open.
          file.on('error', () => undefined);
          try {
            const command = new sdk.PutObjectCommand({
              ...object,
              Body: bytes === 0 ? Buffer.alloc(0) : file,
              ContentLength: bytes,
              ContentType: 'application/octet-stream',
            });
            // Signed with the request: what arrives otherwise is refused.
            command.middlewareStack.add(
              (next) => (args) => {
                const { headers } = args.request as { headers: Record<string, string> };
                headers['x-amz-content-sha256'] = sha256;
                return next(args);
              },
              { step: 'build', name: 'signedContent' },
            );
            await client.send(command, { abortSignal });
          } finally {
            file.destroy();
          }
        });
      } finally {
        await rm(path, { force: true });
      }
    },
    size: (name) =>
      ask(name, limits.requestMs, async ({ client, sdk }, object, abortSignal) => {
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand(object), { abortSignal });
        return ContentLength ?? 0;
      }),
    read: (name, from, to) =>
      ask(name, limits.requestMs, async ({ client, sdk }, object, abortSignal) => {
        const Range = `bytes=${from}-${to}`;
        const { Body } = await client.send(new sdk.GetObjectCommand({ ...object, Range }), { abortSignal });
        if (!Body) throw new Error('the storage answered without a body');
        return collected(Body as AsyncIterable<Uint8Array>, to - from + 1, abortSignal);
      }),
    remove: (name) =>
      ask(name, limits.requestMs, async ({ client, sdk }, object, abortSignal) => {
        await client.send(new sdk.DeleteObjectCommand(object), { abortSignal });
      }).catch((error: unknown) => {
        if (!(error instanceof FileMissing)) throw error;
      }),
  };
}

interface Connection {
  readonly client: S3Client;
  readonly sdk: typeof import('@aws-sdk/client-s3');
}

const quiet = () => undefined;

async function connect(config: S3Config): Promise<Connection> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region: config.region,
    ...(config.endpoint === '' ? {} : { endpoint: config.endpoint }),
    forcePathStyle: config.pathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Tries are counted in one place, together with answers that are cut off.
    maxAttempts: 1,
    // Not every storage knows the newer checksums; the signed hash does the same.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000 },
    // What goes wrong is told by who asked.
    logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  return { client, sdk };
}

async function spoolTo(
  path: string,
  body: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    body,
    async function* counted(source: AsyncIterable<Uint8Array>) {
      for await (const piece of source) {
        bytes += piece.length;
        if (bytes > MOST_BYTES) throw new Error('the file is larger than the storage takes');
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** The request's limit holds for its body too, whatever the connection does. */
async function collected(
  body: AsyncIterable<Uint8Array>,
  most: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const stream = body as AsyncIterable<Uint8Array> & { destroy?(error: Error): void };
  const cut = () => stream.destroy?.(new Error('the storage did not answer in time'));
  signal.addEventListener('abort', cut);
  try {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of body) {
      pieces.push(piece);
      length += piece.length;
      if (length > most) throw new Error('the storage answered with more than was asked for');
    }
    return Buffer.concat(pieces);
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

async function inTries<T>({ tries, pauseMs }: S3Limits, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) throw new FileMissing('the storage has no such file', { cause: error });
      // 408, 429 and 5xx, or no answer at all: it may be well in a moment.
      const isFinal = status !== null && status < 500 && status !== 408 && status !== 429;
      if (isFinal || attempt >= tries) throw error;
      await delay(pauseMs * 2 ** (attempt - 1));
    }
  }
}

function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return null;
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number };
  return httpStatusCode ?? null;
}
