/** These routes aren't in the request table, because their bodies aren't JSON. */

import { Readable } from 'node:stream';
import { DO_NOT_CALL_FILE } from '@offhook/contract/leads/do-not-call-file';
import { authenticateSender } from '../../accounts/sign-in/sender.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Api } from '../../platform/http/route.ts';
import { type DoNotCallFiles, MAX_FILE_BYTES } from './do-not-call-files.ts';

interface DoNotCallFileDeps {
  readonly files: DoNotCallFiles;
  readonly db: Database;
}

export function doNotCallFileRoutes(api: Api, { files, db }: DoNotCallFileDeps): void {
  void api.server.register(async (server) => {
    server.addContentTypeParser(['text/csv', 'text/plain'], (_request, payload, done) => done(null, payload));
    server.post(DO_NOT_CALL_FILE, {
      onRequest: async (request) => {
        await authenticateSender(api, db, request, true);
        if (Number(request.headers['content-length']) > MAX_FILE_BYTES) throw new ApiError('fileTooLarge');
      },
      handler: async (request) => {
        const body = request.body as AsyncIterable<Buffer> | null | undefined;
        if (!body || typeof body !== 'object' || !(Symbol.asyncIterator in body))
          throw new ApiError('badFile');
        const { account, actor } = await authenticateSender(api, db, request, true);
        const sender = {
          accountId: account.id,
          country: account.country_code,
          by: actor?.user.id ?? null,
          apiKeyId: account.api_key_id ?? null,
          address: request.ip,
        };
        const answer = await files.importFile(sender, body);
        return { success: true, ...answer };
      },
    });
    server.get(DO_NOT_CALL_FILE, async (request, reply) => {
      const { account } = await authenticateSender(api, db, request, false);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="do-not-call.csv"')
        .header('cache-control', 'no-store')
        .send(Readable.from(files.exportFile(account.id)));
    });
  });
}
