import { CONSOLE_REQUESTS, type ConsoleRequestName } from '@offhook/contract/console/console';
import { type Api, route } from '../platform/http/route.ts';
import type { Console } from './console.ts';

export function consoleRoutes(api: Api, console: Console): void {
  for (const name of Object.keys(CONSOLE_REQUESTS) as ConsoleRequestName[]) {
    // The type pairs each name with its handler, but the loop loses the pairing.
    const serve = console[name] as Parameters<typeof route<typeof name>>[2];
    route(api, name, serve);
  }
}
