/** The routes of what an agent has at hand beside the calls themselves. */
import type { Desk } from '../services/desk.ts';
import { agentRoutes } from './agents.ts';
import { callableRoutes } from './callable.ts';
import { callerIdRoutes } from './caller-ids.ts';
import { debugRoutes } from './debug.ts';
import { dispositionRoutes } from './disposition.ts';
import { historyRoutes } from './history.ts';
import { noteRoutes } from './notes.ts';
import { pictureRoutes } from './pictures.ts';
import { realtimeAuthRoutes } from './realtime-auth.ts';
import { recordingRoutes } from './recordings.ts';
import type { Api } from './route.ts';
import { routingRoutes } from './routing.ts';
import { teamRoutes } from './teams.ts';

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
