import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export const OPENAPI_SPECS = [
  'api_v2010',
  'insights_v1',
  'insights_v2',
  'insights_v3',
  'lookups_v1',
  'lookups_v2',
  'messaging_v1',
  'messaging_v2',
  'messaging_v3',
  'verify_v2',
] as const;

export type SpecName = (typeof OPENAPI_SPECS)[number];

export function readSpec(name: SpecName): object {
  const packed = readFileSync(new URL(`${name}.json.gz`, import.meta.url));
  return JSON.parse(gunzipSync(packed).toString()) as object;
}
