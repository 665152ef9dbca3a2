import { type Api, route } from '../platform/http/route.ts';
import { readLeadStory } from './lead-story.ts';

export function leadStoryRoutes(api: Api, deps: Parameters<typeof readLeadStory>[0]): void {
  route(api, 'getLeadStory', async ({ user, params }) => ({
    success: true,
    story: await readLeadStory(deps, user, params.id),
  }));
}
