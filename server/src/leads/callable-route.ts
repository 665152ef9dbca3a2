import { type Api, route } from '../platform/http/route.ts';
import { callable } from './contact-facts.ts';

export function callableRoutes(api: Api, parts: Parameters<typeof callable>[0]): void {
  route(api, 'getCallable', ({ user, query }) => callable(parts, user, query.phone_number));
}
