import type { Desk } from '../services/desk.ts';
import { type Api, route } from './route.ts';

export function dispositionRoutes(api: Api, desk: Desk): void {
  route(api, 'setDisposition', async ({ user, params, body, log }) => {
    await desk.giveResult(user, params.id, body.status);
    log.info({ call: params.id, user: user.id, result: body.status }, 'result given');
    return { success: true };
  });
}
