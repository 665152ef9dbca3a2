import type { ApiOrigins } from '@offhook/contract/client/api-base';
import * as z from 'zod';
import { canBeSameSite } from '../core/same-site.ts';

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
const apiOrigin = z.union([z.literal(''), z.url({ protocol: /^https$/ }).refine(isOrigin)]).default('');

export const ORIGIN_FIELDS = {
  PAGE_ORIGINS: [
    z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((origin) => origin.trim() || []))
      .pipe(z.array(z.url({ protocol: /^https?$/ }).refine(isOrigin))),
    'comma-separated origins of other pages that may use this API, such as https://phone.example',
  ],
  API_ORIGIN: [
    apiOrigin,
    'the https origin of the API that pages use, such as https://api.example.com, or empty for the page’s own',
  ],
  DEV_DOMAIN: [
    z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.union([z.literal(''), z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)]))
      .default(''),
    'the domain whose pages use DEV_API_ORIGIN, such as dev.example.com, or empty',
  ],
  DEV_API_ORIGIN: [
    apiOrigin,
    'the https origin of the API that pages on DEV_DOMAIN use, such as https://api.dev.example.com',
  ],
} as const;

type Fields = typeof ORIGIN_FIELDS;
export type OriginEnvironment = { readonly [N in keyof Fields]: z.output<Fields[N][0]> };

export function apiOrigins(env: OriginEnvironment): ApiOrigins {
  return {
    production: env.API_ORIGIN,
    development_domain: env.DEV_DOMAIN,
    development: env.DEV_API_ORIGIN,
  };
}

export function configuredOrigins(config: {
  readonly pageOrigins: readonly string[];
  readonly api: ApiOrigins;
}): readonly string[] {
  const { production, development } = config.api;
  return [...config.pageOrigins, production, development].filter((origin) => origin !== '');
}

/** @param publicUrl empty if unknown */
export function findOriginProblem(env: OriginEnvironment, publicUrl: string): string | null {
  if ((env.DEV_DOMAIN === '') !== (env.DEV_API_ORIGIN === '')) {
    return 'DEV_DOMAIN and DEV_API_ORIGIN must both be set, or neither.';
  }
  const apis = [publicUrl, env.API_ORIGIN, env.DEV_API_ORIGIN].filter((one) => one !== '');
  const foreign = env.PAGE_ORIGINS.find((page) => !apis.some((api) => canBeSameSite(page, api)));
  if (foreign === undefined || apis.length === 0) return null;
  return `PAGE_ORIGINS has ${foreign}, which is a different site than ${apis.join(', ')}: browsers would not send the session cookie.`;
}
