import type { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { accountHandlers } from './handlers/account-handlers.ts';
import { boardHandlers } from './handlers/board-handlers.ts';
import { callHandlers } from './handlers/call-handlers.ts';
import { type ConsoleDeps, createConsoleTools, type Handlers } from './handlers/console-tools.ts';
import { importHandlers } from './handlers/import-handlers.ts';
import { integrationHandlers } from './handlers/integration-handlers.ts';
import { leadHandlers } from './handlers/lead-handlers.ts';
import { peopleHandlers } from './handlers/people-handlers.ts';
import { reportHandlers } from './handlers/report-handlers.ts';
import { ruleHandlers } from './handlers/rule-handlers.ts';

export type Console = Handlers<typeof CONSOLE_REQUESTS>;

export function createConsole(deps: ConsoleDeps): Console {
  const tools = createConsoleTools(deps);
  return {
    ...boardHandlers(tools),
    ...reportHandlers(tools),
    ...callHandlers(tools),
    ...leadHandlers(tools),
    ...peopleHandlers(tools),
    ...ruleHandlers(tools),
    ...integrationHandlers(tools),
    ...importHandlers(tools),
    ...accountHandlers(tools),
  };
}
