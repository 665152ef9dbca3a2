import type { CLOCKS, DATE_ORDERS, Language } from '@offhook/contract/accounts/languages';
import type { accounts } from '../database/schema.ts';

/** With https, the __Host- prefix makes browsers reject this cookie from other hosts, including subdomains. */
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
  /** Of a supervisor of given teams; null: of the whole account. */
  readonly supervised_team_ids: readonly number[] | null;
  readonly hubspot_id: string | null;
  readonly salesforce_domain: string | null;
  readonly activecampaign_domain: string | null;
  /** The user's country, else the account's; may be empty. */
  readonly country_code: string;
  readonly time_zone: string;
  readonly language: Language | null;
  readonly clock: (typeof CLOCKS)[number] | null;
  readonly date_order: (typeof DATE_ORDERS)[number] | null;
  readonly account_language: Language;
  readonly custom_crm_url: string | null;
}

export interface Session {
  readonly token: string;
  readonly user: SignedInUser | null;
}

export type Account = typeof accounts.$inferSelect & { readonly api_key_id?: number };

export interface CallerSource {
  readonly sessions: {
    read(cookie: string | undefined): Promise<Session | null>;
    isCsrfToken(token: string, presented: unknown): boolean;
  };
  readonly findAccountByKey: (authorization: string | undefined) => Promise<Account | null>;
}
