import * as z from 'zod/mini';
import { answer, Success } from '../../requests/request-rows.ts';
import { cursor, limit } from '../fields.ts';
import { ConsoleImport, ImportLine } from '../integration-entities.ts';
import { LeadImport, LeadImportChange, LeadImportRow } from '../leads/import-entities.ts';
import { admin, adminOf, type ConsoleRow, paged } from './console-row.ts';

export const IMPORT_REQUESTS = {
  listImports: admin('GET', '/api/v1/console/imports', {
    query: z.object({ cursor, limit }),
    response: paged(ConsoleImport),
  }),
  /** Up to 500 lines after line `after`. */
  readImport: adminOf('GET', '/api/v1/console/imports/:id', {
    query: z.object({
      after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31 - 1)), 0),
    }),
    response: answer({
      import: z.pick(ConsoleImport, {
        id: true,
        status: true,
        lines: true,
        taken: true,
        refused: true,
        error: true,
      }),
      lines: z.array(ImportLine),
    }),
  }),
  /** Of a file that was uploaded in the console. */
  readLeadImport: adminOf('GET', '/api/v1/console/imports/:id/plan', {
    response: answer({ import: LeadImport }),
  }),
  /** Only a draft can be changed. */
  changeLeadImport: adminOf('PUT', '/api/v1/console/imports/:id/plan', {
    body: LeadImportChange,
    response: answer({ import: LeadImport }),
  }),
  /** The first 50 rows, or the first 50 that aren't imported. */
  listLeadImportRows: adminOf('GET', '/api/v1/console/imports/:id/rows', {
    query: z.object({ only: z._default(z.enum(['', 'invalid']), '') }),
    response: answer({ data: z.array(LeadImportRow) }),
  }),
  startLeadImport: adminOf('POST', '/api/v1/console/imports/:id/start', {
    body: z.object({ revision: z.int() }),
    response: answer({ import: LeadImport }),
  }),
  pauseLeadImport: adminOf('POST', '/api/v1/console/imports/:id/pause', {
    response: answer({ import: LeadImport }),
  }),
  resumeLeadImport: adminOf('POST', '/api/v1/console/imports/:id/resume', {
    response: answer({ import: LeadImport }),
  }),
  cancelLeadImport: adminOf('POST', '/api/v1/console/imports/:id/cancel', {
    body: z.object({ keep_leads: z.boolean() }),
    response: answer({ import: LeadImport }),
  }),
  /** Removes the leads that it created and that nothing else has changed since. */
  undoLeadImport: adminOf('POST', '/api/v1/console/imports/:id/undo', {
    response: answer({ import: LeadImport }),
  }),
  /** Deletes a draft and its file. */
  discardLeadImport: adminOf('DELETE', '/api/v1/console/imports/:id', { response: Success }),
} as const satisfies Record<string, ConsoleRow>;
