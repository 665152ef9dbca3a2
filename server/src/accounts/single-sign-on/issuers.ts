// The issuers of accounts. Customers choose their URLs, so requests go through the guard of customers' URLs.
import type { SingleSignOnTest } from '@offhook/contract/console/people/sign-on-entities';
import type { Clock } from '../../platform/process/clock.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import { organizationRedirectUri } from '../core/single-sign-on.ts';
import { createOpenId, type OpenId } from '../sign-in/providers/openid.ts';
import { safeFetch } from './safe-fetch.ts';
import type { SignOnRow } from './settings.ts';

/** Caches the metadata of each account's issuer until its settings change. Null: the client secret can't be read. */
export type Issuers = (row: SignOnRow) => OpenId | null;

export function createIssuers(deps: {
  readonly http: SafeHttp;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly secrets: StoredSecrets;
}): Issuers {
  const { http, publicUrl, clock, secrets } = deps;
  const known = new Map<number, { readonly settings: string; readonly openId: OpenId }>();
  return ({ account_id, issuer, client_id, client_secret: stored }) => {
    const clientSecret = secrets.open('singleSignOn', account_id, stored);
    if (clientSecret === null) return null;
    const settings = JSON.stringify([issuer, client_id, clientSecret]);
    const found = known.get(account_id);
    if (found?.settings === settings) return found.openId;
    const openId = createOpenId({
      config: { issuer, clientId: client_id, clientSecret },
      redirectUri: organizationRedirectUri(publicUrl, account_id),
      clock,
      fetch: safeFetch(http),
      prompt: null,
    });
    known.set(account_id, { settings, openId });
    return openId;
  };
}

export async function testIssuer(openId: OpenId | null): Promise<SingleSignOnTest> {
  if (openId === null) return { result: 'unreadable', reason: '' };
  const found = await openId.discover();
  if (!found.ok) return { result: 'unreachable', reason: found.reason };
  const accepted = await openId.acceptsCredentials();
  if (!accepted.ok) return { result: 'unclear', reason: accepted.reason };
  return { result: accepted.value ? 'works' : 'rejected', reason: '' };
}
