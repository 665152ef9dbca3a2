import type { ACCOUNT_REQUESTS } from '@offhook/contract/console/requests/account-requests';
import { organizationRedirectUri } from '../../accounts/core/single-sign-on.ts';
import type { Actor } from '../../accounts/settings/change.ts';
import { testIssuer } from '../../accounts/single-sign-on/issuers.ts';
import { readSignOn, signOnView } from '../../accounts/single-sign-on/settings.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { listAuditLog } from '../../reports/audit/audit-log.ts';
import { type ConsoleTools, DONE, type Handlers } from './console-tools.ts';

export function accountHandlers(tools: ConsoleTools): Handlers<typeof ACCOUNT_REQUESTS> {
  const { db, change, deps } = tools;
  const { publicUrl } = deps;
  const signOn = async ({ user }: Actor) => {
    const row = await readSignOn(db, user.account_id);
    return {
      ...DONE,
      single_sign_on: row && signOnView(row),
      redirect_uri: organizationRedirectUri(publicUrl, user.account_id),
    };
  };
  return {
    ping: async () => DONE,
    readSingleSignOn: signOn,
    async changeSingleSignOn(request) {
      await change(request, 'sign-on set', request.body);
      return signOn(request);
    },
    async testSingleSignOn(request) {
      const row = await readSignOn(db, request.user.account_id);
      if (row === null) throw new ApiError('notFound');
      // Outside a transaction, because the issuer may be slow.
      const result = await testIssuer(deps.issuers(row));
      await change(request, 'sign-on test', DONE);
      return { ...DONE, ...result };
    },
    async removeSingleSignOn(request) {
      await change(request, 'sign-on remove', DONE);
      return signOn(request);
    },
    listAuditLog: ({ user, query }) => listAuditLog(db, user, query),
  };
}
