/** Who asks the server. */
import type { accounts } from '../database/schema.ts';

/**
 * @param publicUrl where browsers find the server. Over https the name makes browsers refuse a cookie of that name from
 *   any other host, also from one below the same domain.
 */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-offhook_session' : 'offhook_session';
}

export interface SignedInUser {
  readonly id: number;
  readonly account_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly phone_number: string | null;
  readonly profile_picture: string;
  readonly permissions: string[];
  readonly hubspot_id: string | null;
  readonly salesforce_domain: string | null;
  readonly activecampaign_domain: string | null;
  /** The user's own, else the account's; empty for a user who has none. */
  readonly country_code: string;
  readonly time_zone: string;
  readonly custom_crm_url: string | null;
}

export interface Session {
  /** The cookie's value. */
  readonly token: string;
  readonly user: SignedInUser | null;
}

/** `api_key_id`: of the key that asks; absent where a user or a command does. */
export type Account = typeof accounts.$inferSelect & { readonly api_key_id?: number };

/** How a request's caller is found, for the HTTP edge. */
export interface CallerSource {
  readonly sessions: {
    /** `null`: no cookie, or one that is not ours, or revoked, or expired. */
    read(cookie: string | undefined): Promise<Session | null>;
    isCsrfToken(token: string, presented: unknown): boolean;
  };
  /** The account of an `Authorization: Bearer …` header; `null`: no key, or none of ours. */
  readonly accountOfKey: (authorization: string | undefined) => Promise<Account | null>;
}
