import { idempotencyKey } from '../../platform/http/idempotency-key.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { setResult, undoResult } from './disposition.ts';
import { readMissingResults } from './missing-results.ts';
import { saveNote } from './notes.ts';
import { setTag } from './tags.ts';

export function resultRoutes(api: Api, deps: Parameters<typeof setResult>[0]): void {
  route(api, 'setDisposition', async ({ user, params, body, log }) => {
    await setResult(deps, user, params.id, body.status);
    log.info({ call: params.id, user: user.id, result: body.status }, 'result recorded');
    return { success: true };
  });
  route(api, 'undoDisposition', async ({ user, params, log }) => {
    await undoResult(deps, user, params.id);
    log.info({ call: params.id, user: user.id }, 'result undone');
    return { success: true };
  });
  route(api, 'getMissingResults', ({ user, languages }) => readMissingResults(deps, user, languages()));
  route(api, 'setTag', async ({ user, params, body }) => {
    await setTag(deps.db, user, params.id, body.key);
    return { success: true };
  });
  route(api, 'saveNote', async ({ user, body, reply }) => ({
    success: true,
    note: await saveNote(deps, user, body, idempotencyKey(reply.request.headers)),
  }));
}
