/**
 * What the page is told by its server when it loads (`<script type="application/json" id="offhook-config">`):
 * addresses and keys, no secret. One build of the phone serves every installation.
 */
import * as z from 'zod/mini';
import { ApiOrigins } from './api-base.ts';

export const PhoneConfig = z.object({
  api: ApiOrigins,
  voice: z.object({
    /** `host[:port][/path]` of the signalling; empty: the provider's own. */
    chunderw: z.string(),
    edge: z.optional(z.string()),
  }),
  realtime: z.object({
    key: z.string(),
    cluster: z.string(),
    /** Empty: the hosted service of the cluster; else `host` of a server of the same protocol. */
    host: z.string(),
    port: z.nullable(z.int()),
    path: z.string(),
  }),
  demo: z.boolean(),
  /** Address of a service that says in which country a visitor is; empty: nobody is asked. */
  country_lookup: z._default(z.string(), ''),
});
export type PhoneConfig = z.infer<typeof PhoneConfig>;

/** @param text of the element; null: it cannot be read, which the browser's console is told */
export function readPhoneConfig(text: string): PhoneConfig | null {
  try {
    return z.parse(PhoneConfig, JSON.parse(text));
  } catch (error) {
    console.error('[offhook] The configuration of the page could not be read.', error);
    return null;
  }
}
