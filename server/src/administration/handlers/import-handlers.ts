import type { IMPORT_REQUESTS } from '@offhook/contract/console/requests/import-requests';
import type { Actor, Id } from '../../accounts/settings/change.ts';
import { listLeadImportRows, readLeadImport } from '../../intake/imports/console-imports-view.ts';
import { readImport } from '../../intake/imports/lead-imports.ts';
import { listImports } from '../../reports/record-views.ts';
import { type ConsoleTools, DONE, type Handlers } from './console-tools.ts';

export function importHandlers(tools: ConsoleTools): Handlers<typeof IMPORT_REQUESTS> {
  const { db, deps } = tools;
  const leadImport = async ({ user, params }: Actor & { readonly params: Id }) => ({
    ...DONE,
    import: await readLeadImport(deps, user.account_id, params.id),
  });
  return {
    listImports: ({ user, query }) => listImports(db, user.account_id, query),
    readImport: ({ user, params, query }) =>
      readImport(deps, { id: user.account_id }, params.id, query.after),
    readLeadImport: leadImport,
    async changeLeadImport(request) {
      await deps.imports.change(request, request.params.id, request.body);
      return leadImport(request);
    },
    listLeadImportRows: ({ user, params, query }) =>
      listLeadImportRows(deps, user.account_id, params.id, query.only),
    async startLeadImport(request) {
      await deps.imports.start(request, request.params.id, request.body.revision);
      return leadImport(request);
    },
    async pauseLeadImport(request) {
      await deps.imports.pause(request, request.params.id);
      return leadImport(request);
    },
    async resumeLeadImport(request) {
      await deps.imports.resume(request, request.params.id);
      return leadImport(request);
    },
    async cancelLeadImport(request) {
      await deps.imports.cancel(request, request.params.id, request.body.keep_leads);
      return leadImport(request);
    },
    async undoLeadImport(request) {
      await deps.imports.undo(request, request.params.id);
      return leadImport(request);
    },
    async discardLeadImport(request) {
      await deps.imports.discard(request, request.params.id);
      return DONE;
    },
  };
}
