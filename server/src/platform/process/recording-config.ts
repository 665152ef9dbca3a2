import * as z from 'zod';
import { type EncryptionKey, EXPECTED_KEYS, parseKeys } from '../secrets/encryption-keys.ts';

const optional = z.string().trim().default('');
const matching = (pattern: RegExp) => z.union([z.literal(''), z.string().trim().regex(pattern)]).default('');
const days = z.union([z.literal(''), z.string().regex(/^\d{1,5}$/)]).default('');

export const KEYS_FIELD = [
  z
    .string()
    .trim()
    .default('')
    .refine((text) => parseKeys(text) !== null),
  EXPECTED_KEYS,
] as const;

export const RECORDING_FIELDS = {
  S3_BUCKET: [
    matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    'the name of a bucket, or empty to keep recordings in a folder',
  ],
  S3_REGION: [matching(/^[a-z0-9-]{1,40}$/), 'the region of the bucket, such as eu-central-1'],
  S3_ENDPOINT: [
    z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    'the http or https URL of S3-compatible storage, or empty for Amazon’s own',
  ],
  S3_ACCESS_KEY_ID: [optional, 'the ID of the key for the bucket'],
  S3_SECRET_ACCESS_KEY: [optional, 'the secret of S3_ACCESS_KEY_ID'],
  S3_PATH_STYLE: [
    z.enum(['', '0', '1']).default(''),
    '1 when the bucket is part of the path, 0 when it is part of the host',
  ],
  RECORDINGS_KEY: KEYS_FIELD,
  RECORDINGS_AT_PROVIDER: [
    z.enum(['', 'remove', 'keep']).default(''),
    '“remove” to delete recordings at the provider once they are stored here, or “keep” to leave them there',
  ],
  RECORDINGS_DAYS: [days, 'the number of days after which recordings are deleted, 0 for never'],
  PERSONAL_DATA_DAYS: [days, 'the number of days after which personal data is erased, 0 for never'],
} as const;

type Fields = typeof RECORDING_FIELDS;
export type RecordingEnvironment = { readonly [N in keyof Fields]: z.output<Fields[N][0]> };

export interface RecordingConfig {
  readonly s3: S3Config | null;
  /** Newest first. */
  readonly keys: readonly EncryptionKey[];
  readonly removesAtProvider: boolean;
  readonly retention: { readonly recordingsDays: number; readonly personalDays: number };
}

const REQUIRED_WITH_S3 = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const OPTIONAL_WITH_S3 = ['S3_ENDPOINT', 'S3_PATH_STYLE'] as const;

export function missingS3Fields(
  env: Pick<RecordingEnvironment, (typeof REQUIRED_WITH_S3 | typeof OPTIONAL_WITH_S3)[number]>,
) {
  if ([...REQUIRED_WITH_S3, ...OPTIONAL_WITH_S3].every((name) => env[name] === '')) return [];
  return REQUIRED_WITH_S3.filter((name) => env[name] === '');
}

export const S3_REQUIRED_FIELDS = `${REQUIRED_WITH_S3.join(', ')} are required together.`;

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
            pathStyle: env.S3_PATH_STYLE === '' ? env.S3_ENDPOINT !== '' : env.S3_PATH_STYLE === '1',
          },
    keys: parseKeys(env.RECORDINGS_KEY) ?? [],
    removesAtProvider: env.RECORDINGS_AT_PROVIDER !== 'keep',
    retention: {
      recordingsDays: Number(env.RECORDINGS_DAYS),
      personalDays: Number(env.PERSONAL_DATA_DAYS),
    },
  };
}

export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `endpoint/bucket/name` instead of `bucket.endpoint/name`. */
  readonly pathStyle: boolean;
}
