/** Every row of the console's table. */
import { CONSOLE_REQUESTS, type ConsoleRequestName } from '@offhook/contract/console/console';
import { type Api, route } from '../platform/http/route.ts';
import type { Console } from './console.ts';

export function consoleRoutes(api: Api, console: Console): void {
  for (const name of Object.keys(CONSOLE_REQUESTS) as ConsoleRequestName[]) {
    // Name and service are of one row: the type of the table makes sure of it, which is lost in the loop.
    const serve = console[name] as Parameters<typeof route<typeof name>>[2];
    route(api, name, serve);
  }
}
