// The issuers of accounts. Customers choose their URLs, so requests go through the guard of customers' URLs.
import type { SingleSignOnTest } from '@offhook/contract/console/people/sign-on-entities';
import type { Clock } from '../../platform/process/clock.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import { organizationRedirectUri } from '../core/single-sign-on.ts';
import { createOpenId, type OpenId } from '../sign-in/providers/openid.ts';
import { safeFetch } from './safe-fetch.ts';
import type { SignOnRow } from './settings.ts';

/** Caches the metadata of each account's issuer until its settings change. */
export type Issuers = (row: SignOnRow) => OpenId;

export function createIssuers(deps: {
  readonly http: SafeHttp;
  readonly publicUrl: string;
  readonly clock: Clock;
}): Issuers {
  const { http, publicUrl, clock } = deps;
  const known = new Map<number, { readonly settings: string; readonly openId: OpenId }>();
  return ({ account_id, issuer, client_id, client_secret }) => {
    const settings = JSON.stringify([issuer, client_id, client_secret]);
    const found = known.get(account_id);
    if (found?.settings === settings) return found.openId;
    const openId = createOpenId({
      config: { issuer, clientId: client_id, clientSecret: client_secret },
      redirectUri: organizationRedirectUri(publicUrl, account_id),
      clock,
      fetch: safeFetch(http),
      prompt: null,
    });
    known.set(account_id, { settings, openId });
    return openId;
  };
}

export async function testIssuer(openId: OpenId): Promise<SingleSignOnTest> {
  const found = await openId.discover();
  if (!found.ok) return { result: 'unreachable', reason: found.reason };
  const accepted = await openId.acceptsCredentials();
  if (!accepted.ok) return { result: 'unclear', reason: accepted.reason };
  return { result: accepted.value ? 'works' : 'rejected', reason: '' };
}
