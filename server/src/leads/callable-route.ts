import { type Api, route } from '../platform/http/route.ts';
import { readCallable } from './contact-facts.ts';

export function callableRoutes(api: Api, parts: Parameters<typeof readCallable>[0]): void {
  route(api, 'getCallable', async ({ user, query, translate }) => {
    const callable = await readCallable(parts, user, query.phone_number);
    return { ...callable, reason: callable.reason && translate(callable.reason) };
  });
}
