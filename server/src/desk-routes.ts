/** The routes of what an agent has at hand beside the calls themselves. */

import { pictureRoutes } from './accounts/pictures/pictures-route.ts';
import { callerIdRoutes } from './accounts/settings/caller-ids-route.ts';
import { dispositionRoutes } from './calls/results/disposition-route.ts';
import { noteRoutes } from './calls/results/notes-route.ts';
import type { Desk } from './desk.ts';
import { callableRoutes } from './leads/callable-route.ts';
import { debugRoutes } from './platform/http/debug.ts';
import type { Api } from './platform/http/route.ts';
import { realtimeAuthRoutes } from './platform/realtime/realtime-auth-route.ts';
import { agentRoutes } from './presence/agents-route.ts';
import { teamRoutes } from './presence/teams-route.ts';
import { recordingRoutes } from './recordings/recordings-route.ts';
import { historyRoutes } from './reports/history-route.ts';
import { routingRoutes } from './reports/routing-route.ts';

export function deskRoutes(api: Api, desk: Desk): void {
  historyRoutes(api, desk);
  agentRoutes(api, desk);
  teamRoutes(api, desk);
  callerIdRoutes(api, desk);
  callableRoutes(api, desk);
  routingRoutes(api, desk);
  dispositionRoutes(api, desk);
  noteRoutes(api, desk);
  recordingRoutes(api, desk);
  pictureRoutes(api, desk);
  realtimeAuthRoutes(api, desk);
  debugRoutes(api);
}
