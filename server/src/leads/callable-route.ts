import { type Api, route } from '../platform/http/route.ts';
import { readCallable } from './contact-facts.ts';

export function callableRoutes(api: Api, deps: Parameters<typeof readCallable>[0]): void {
  route(api, 'getCallable', async ({ user, query, translate }) => {
    const callable = await readCallable(deps, user, query.phone_number);
    return { ...callable, reason: callable.reason && translate(callable.reason) };
  });
}
