import { type Api, route } from '../platform/http/route.ts';
import { readAgentsPage } from './agents.ts';

export function agentRoutes(api: Api, deps: Parameters<typeof readAgentsPage>[0]): void {
  route(api, 'getAgents', ({ user, query }) => {
    const { page, status, search, team_id } = query;
    return readAgentsPage(deps, user, { page, status, search, teamId: team_id === '' ? null : team_id });
  });
}
