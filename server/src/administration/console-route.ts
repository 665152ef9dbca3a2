import { CONSOLE_REQUESTS, type ConsoleRequestName } from '@offhook/contract/console/console';
import { type Api, route } from '../platform/http/route.ts';
import type { Console } from './console.ts';

export function consoleRoutes(api: Api, console: Console): void {
  for (const name of Object.keys(CONSOLE_REQUESTS) as ConsoleRequestName[]) {
    // The table's type pairs name and handler, but the loop loses it.
    const serve = console[name] as Parameters<typeof route<typeof name>>[2];
    route(api, name, serve);
  }
}
