import { type Api, route } from '../../platform/http/route.ts';
import type { WorkDeps } from '../../platform/work-queue/transact.ts';
import { setOwnStatus } from './own-status.ts';
import { readOwnStatus } from './status-views.ts';

export function ownStatusRoutes(api: Api, deps: WorkDeps): void {
  route(api, 'getStatus', async ({ user }) => ({
    success: true,
    status: await readOwnStatus(deps.db, user, deps.clock.now()),
  }));

  route(api, 'setStatus', async ({ user, body, log }) => {
    const status = await setOwnStatus(deps, user, body.status);
    log.info({ status: body.status }, 'status chosen');
    return { success: true, status };
  });
}
