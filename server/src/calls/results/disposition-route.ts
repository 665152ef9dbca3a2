import type { Desk } from '../../desk.ts';
import { type Api, route } from '../../platform/http/route.ts';

/** What came of a call: the result, and the tag that its lead gets. */
export function dispositionRoutes(api: Api, desk: Desk): void {
  route(api, 'setDisposition', async ({ user, params, body, log }) => {
    await desk.giveResult(user, params.id, body.status);
    log.info({ call: params.id, user: user.id, result: body.status }, 'result given');
    return { success: true };
  });
  route(api, 'undoDisposition', async ({ user, params, log }) => {
    await desk.undoResult(user, params.id);
    log.info({ call: params.id, user: user.id }, 'result undone');
    return { success: true };
  });
  route(api, 'getMissingResults', ({ user }) => desk.missingResults(user));
  route(api, 'setTag', async ({ user, params, body }) => {
    await desk.giveTag(user, params.id, body.key);
    return { success: true };
  });
}
