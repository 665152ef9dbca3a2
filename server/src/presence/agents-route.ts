import type { Desk } from '../desk.ts';
import { type Api, route } from '../platform/http/route.ts';

export function agentRoutes(api: Api, desk: Desk): void {
  route(api, 'getAgents', ({ user, query }) => {
    const { page, status, search, team_id } = query;
    return desk.agents(user, { page, status, search, teamId: team_id === '' ? null : team_id });
  });
}
