/** Configuration that the server embeds in the page (`id="offhook-config"`), so one build serves every installation. */
import * as z from 'zod/mini';
import { ApiOrigins } from './api-base.ts';

export const PhoneConfig = z.object({
  api: ApiOrigins,
  voice: z.object({
    /** Signaling address as `host[:port][/path]`; empty for the provider's default. */
    chunderw: z.string(),
    edge: z.optional(z.string()),
  }),
  realtime: z.object({
    key: z.string(),
    cluster: z.string(),
    /** Empty for the cluster's hosted service. */
    host: z.string(),
    port: z.nullable(z.int()),
    path: z.string(),
  }),
  demo: z.boolean(),
  /** URL of a service that returns the visitor's country; empty for none. */
  country_lookup: z._default(z.string(), ''),
  /** Origins of phone and console other than the API's. */
  page_origins: z._default(z.array(z.string()), []),
});
export type PhoneConfig = z.infer<typeof PhoneConfig>;

export function readPhoneConfig(text: string): PhoneConfig | null {
  try {
    return z.parse(PhoneConfig, JSON.parse(text));
  } catch (error) {
    console.error('[offhook] The page configuration could not be read.', error);
    return null;
  }
}
