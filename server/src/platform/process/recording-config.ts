/** What the environment says of recordings and of how long things are kept. */
import { createHash } from 'node:crypto';
import * as z from 'zod';

const optional = z.string().trim().default('');
const matching = (pattern: RegExp) => z.union([z.literal(''), z.string().trim().regex(pattern)]).default('');
const days = z.union([z.literal(''), z.string().regex(/^\d{1,5}$/)]).default('');

/** Each with what it should be, for the message that names it. */
export const RECORDING_FIELDS = {
  S3_BUCKET: [
    matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    'the name of a bucket, or empty to keep recordings in a folder',
  ],
  S3_REGION: [matching(/^[a-z0-9-]{1,40}$/), 'the region of the bucket, such as eu-central-1'],
  S3_ENDPOINT: [
    z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    'the http or https address of storage that speaks S3, or empty for Amazon’s own',
  ],
  S3_ACCESS_KEY_ID: [optional, 'the id of the key for the bucket'],
  S3_SECRET_ACCESS_KEY: [optional, 'the secret of S3_ACCESS_KEY_ID'],
  S3_PATH_STYLE: [
    z.enum(['', '0', '1']).default(''),
    '1 when the bucket is part of the path, 0 when it is part of the host',
  ],
  RECORDINGS_KEY: [
    z
      .string()
      .trim()
      .default('')
      .refine((text) => keyTexts(text).every((one) => keyBytes(one) !== null)),
    '32 bytes in hexadecimal or base64, or several with commas, the newest first',
  ],
  RECORDINGS_AT_PROVIDER: [
    z.enum(['', 'remove', 'keep']).default(''),
    'remove when recordings are deleted at the voice provider once they are stored here, or keep',
  ],
  RECORDINGS_DAYS: [days, 'days after which recordings are removed, 0 for never'],
  PERSONAL_DATA_DAYS: [days, 'days after which personal data is erased, 0 for never'],
} as const;

type Fields = typeof RECORDING_FIELDS;
export type RecordingEnvironment = { readonly [N in keyof Fields]: z.output<Fields[N][0]> };

export interface RecordingConfig {
  /** `null`: recordings are kept in a folder of the data. */
  readonly s3: S3Config | null;
  /** The newest first. */
  readonly keys: readonly SealingKey[];
  /** Recordings are deleted at the provider once they are stored. */
  readonly removesAtProvider: boolean;
  /** For accounts that say nothing themselves; 0: for ever. */
  readonly retention: { readonly recordingsDays: number; readonly personalDays: number };
}

const TOGETHER = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const WITH_THEM = ['S3_ENDPOINT', 'S3_PATH_STYLE'] as const;

/** Names of what is missing beside what is there; none: all is well. */
export function missingOfS3(env: Pick<RecordingEnvironment, (typeof TOGETHER | typeof WITH_THEM)[number]>) {
  if ([...TOGETHER, ...WITH_THEM].every((name) => env[name] === '')) return [];
  return TOGETHER.filter((name) => env[name] === '');
}

export const S3_BELONGS_TOGETHER = `${TOGETHER.join(', ')} belong together.`;

export function recordingConfig(env: RecordingEnvironment): RecordingConfig {
  return {
    s3:
      env.S3_BUCKET === ''
        ? null
        : {
            bucket: env.S3_BUCKET,
            region: env.S3_REGION,
            endpoint: env.S3_ENDPOINT,
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
            // Most storages elsewhere have no host for each bucket.
            pathStyle: env.S3_PATH_STYLE === '' ? env.S3_ENDPOINT !== '' : env.S3_PATH_STYLE === '1',
          },
    keys: keyTexts(env.RECORDINGS_KEY).map((text) => sealingKey(keyBytes(text) ?? new Uint8Array(32))),
    removesAtProvider: env.RECORDINGS_AT_PROVIDER !== 'keep',
    retention: {
      recordingsDays: Number(env.RECORDINGS_DAYS),
      personalDays: Number(env.PERSONAL_DATA_DAYS),
    },
  };
}

function keyTexts(text: string): string[] {
  return text.split(',').flatMap((one) => one.trim() || []);
}

function keyBytes(text: string): Uint8Array | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  // 43 characters and one that fills up, in either alphabet.
  return /^[0-9A-Za-z+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
}

export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  /** Empty: Amazon's own. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `endpoint/bucket/name` instead of `bucket.endpoint/name`. */
  readonly pathStyle: boolean;
}

/** Of the installation. */
export interface SealingKey {
  /** 32 bytes. */
  readonly bytes: Uint8Array;
  /** 16 hexadecimal digits by which the key is known and from which it cannot be found. */
  readonly id: string;
}

export function sealingKey(bytes: Uint8Array): SealingKey {
  const id = createHash('sha256').update('offhook key id').update(bytes).digest('hex').slice(0, 16);
  return { bytes, id };
}
