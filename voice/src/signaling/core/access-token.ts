import { z } from 'zod';
import { isIdentity } from '../../calls/core/address.ts';
import { isSid } from '../../calls/core/sids.ts';

export interface Grants {
  /** If null, the bearer calls as `client:Anonymous` and can't be called. */
  readonly identity: string | null;
  readonly region: string | null;
  /** Unix time in seconds. */
  readonly expiresAt: number;
  readonly mayReceive: boolean;
  readonly applicationSid: string | null;
  readonly params: readonly (readonly [string, string])[];
}

/** Twilio's error codes: 31204 invalid, 31205 expired, 31201 wrong account, 31105 invalid identity. */
export type TokenErrorCode = 31204 | 31205 | 31201 | 31105;

export interface TokenVerifier {
  readonly accountSid: string;
  readonly apiKey: string;
  /** Unix time in seconds. */
  readonly now: number;
  /** HMAC-SHA256 in constant time; the signature is base64url. */
  readonly verify: (text: string, signature: string) => boolean;
}

const headerSchema = z.object({
  alg: z.literal('HS256'),
  cty: z.literal('twilio-fpa;v=1').optional(),
  twr: z
    .string()
    .regex(/^[a-z0-9-]{1,20}$/)
    .optional(),
});
const payloadSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  exp: z.number(),
  nbf: z.number().optional(),
  grants: z.object({
    identity: z.string().nullish(),
    voice: z.object({
      incoming: z.object({ allow: z.boolean() }).optional(),
      outgoing: z
        .object({ application_sid: z.string(), params: z.record(z.string(), z.unknown()).optional() })
        .optional(),
    }),
  }),
});

/** Twilio's maximum lifetime. */
const MAX_TTL_SECONDS = 86_400;

export function readAccessToken(token: string, verifier: TokenVerifier): Grants | TokenErrorCode {
  const [head, body, signature, ...more] = token.split('.');
  if (!head || !body || !signature || more.length > 0 || token.length > 8_192) return 31204;
  const header = headerSchema.safeParse(decodeJson(head));
  if (!header.success) return 31204;
  if (!verifier.verify(`${head}.${body}`, signature)) return 31204;
  const parsed = payloadSchema.safeParse(decodeJson(body));
  if (!parsed.success) return 31204;
  const { iss, sub, exp, nbf, grants } = parsed.data;
  if (iss !== verifier.apiKey || sub !== verifier.accountSid) return 31201;
  const identity = grants.identity ?? null;
  if (identity !== null && !isIdentity(identity)) return 31105;
  if (exp <= verifier.now) return 31205;
  if (exp > verifier.now + MAX_TTL_SECONDS + 300 || (nbf !== undefined && nbf > verifier.now + 60))
    return 31204;
  const outgoing = grants.voice.outgoing;
  return {
    identity,
    region: header.data.twr ?? null,
    expiresAt: exp,
    mayReceive: identity !== null && (grants.voice.incoming?.allow ?? false),
    applicationSid: outgoing && isSid('AP', outgoing.application_sid) ? outgoing.application_sid : null,
    params: Object.entries(outgoing?.params ?? {}).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  };
}

function decodeJson(part: string): unknown {
  try {
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))));
  } catch {
    return null;
  }
}
