// A file is uploaded by a single request, so no multipart leftovers can remain. It's spooled to disk first, which gives
// its length and its signed hash and allows a retry. Reads fetch whole pieces into memory: a paused listener holds no
// connection, and every request has a timeout.

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
  readonly attempts: number;
  /** Delay before the second attempt; doubles each time. */
  readonly backOffMs: number;
  readonly requestTimeoutMs: number;
  readonly msPerMegabyte: number;
}

const LIMITS: S3Limits = { attempts: 4, backOffMs: 250, requestTimeoutMs: 20_000, msPerMegabyte: 4_000 };
const MEGABYTE = 1024 * 1024;
/** The limit of a single upload request. */
const MAX_BYTES = 5 * 1024 * MEGABYTE;

export function createRecordingS3(config: S3Config, spool: string, limits = LIMITS): RecordingStore {
  let connecting: Promise<Connection> | null = null;
  const connection = () => {
    connecting ??= connect(config);
    return connecting;
  };
  const request = async <T>(
    name: string,
    ms: number,
    work: (to: Connection, object: { Bucket: string; Key: string }, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    if (!isFileName(name)) throw new FileMissing('invalid file name');
    const to = await connection();
    const object = { Bucket: config.bucket, Key: name };
    return withRetries(limits, () => work(to, object, AbortSignal.timeout(ms)));
  };

  return {
    async put(name, body) {
      await mkdir(spool, { recursive: true, mode: 0o700 });
      const path = join(spool, `${randomUUID()}.part`);
      try {
        const { bytes, sha256 } = await spoolTo(path, body);
        const ms = limits.requestTimeoutMs + Math.ceil(bytes / MEGABYTE) * limits.msPerMegabyte;
        await request(name, ms, async ({ client, sdk }, object, abortSignal) => {
          const file = createReadStream(path);
          file.on('error', () => undefined);
          try {
            const command = new sdk.PutObjectCommand({
              ...object,
              Body: bytes === 0 ? Buffer.alloc(0) : file,
              ContentLength: bytes,
              ContentType: 'application/octet-stream',
            });
            // Signs the content's hash, so that the storage rejects altered content.
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
      request(name, limits.requestTimeoutMs, async ({ client, sdk }, object, abortSignal) => {
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand(object), { abortSignal });
        return ContentLength ?? 0;
      }),
    read: (name, from, to) =>
      request(name, limits.requestTimeoutMs, async ({ client, sdk }, object, abortSignal) => {
        const Range = `bytes=${from}-${to}`;
        const { Body } = await client.send(new sdk.GetObjectCommand({ ...object, Range }), { abortSignal });
        if (!Body) throw new Error('the storage responded without a body');
        return readBody(Body as AsyncIterable<Uint8Array>, to - from + 1, abortSignal);
      }),
    remove: (name) =>
      request(name, limits.requestTimeoutMs, async ({ client, sdk }, object, abortSignal) => {
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

const noop = () => undefined;

async function connect(config: S3Config): Promise<Connection> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region: config.region,
    ...(config.endpoint === '' ? {} : { endpoint: config.endpoint }),
    forcePathStyle: config.pathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Retries are done in `withRetries`, which also covers truncated responses.
    maxAttempts: 1,
    // Some S3-compatible services don't support the newer checksums; the signed hash serves the same purpose.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000 },
    logger: { trace: noop, debug: noop, info: noop, warn: noop, error: noop },
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
        if (bytes > MAX_BYTES) throw new Error('the file exceeds the size limit of the storage');
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const stream = body as AsyncIterable<Uint8Array> & { destroy?(error: Error): void };
  const abort = () => stream.destroy?.(new Error('the storage did not respond in time'));
  signal.addEventListener('abort', abort);
  try {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of body) {
      pieces.push(piece);
      length += piece.length;
      if (length > maxBytes) throw new Error('the storage sent more than requested');
    }
    return Buffer.concat(pieces);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function withRetries<T>({ attempts, backOffMs }: S3Limits, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const status = httpStatus(error);
      if (status === 404) throw new FileMissing('file not found in the bucket', { cause: error });
      // 408, 429, 5xx or no response: worth a retry.
      const isFinal = status !== null && status < 500 && status !== 408 && status !== 429;
      if (isFinal || attempt >= attempts) throw error;
      await delay(backOffMs * 2 ** (attempt - 1));
    }
  }
}

function httpStatus(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return null;
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number };
  return httpStatusCode ?? null;
}
