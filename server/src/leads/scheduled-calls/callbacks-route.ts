import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { cancelCallback, listCallbacks, readCallbackOffer, setCallback } from './callbacks.ts';

export function callbackRoutes(api: Api, deps: DatabaseAndClock): void {
  route(api, 'getCallbacks', async ({ user }) => ({ data: await listCallbacks(deps.db, user) }));
  route(api, 'getCallbackOffer', async ({ user, params }) => ({
    success: true,
    offer: await readCallbackOffer(deps, user, params.id),
  }));
  route(api, 'setCallback', async ({ user, address, params, body, log }) => {
    const callback = await setCallback(deps, { user, address }, params.id, body);
    log.info({ call: params.id, user: user.id, target: callback.target }, 'callback set');
    return { success: true, callback };
  });
  route(api, 'cancelCallback', async ({ user, address, params, log }) => {
    await cancelCallback(deps, { user, address }, params.id);
    log.info({ callback: params.id, user: user.id }, 'callback canceled');
    return { success: true };
  });
}
