import { type Api, route } from '../platform/http/route.ts';
import { type CallQualityDeps, recordCallQuality } from './call-quality.ts';

export function qualityRoutes(api: Api, deps: CallQualityDeps): void {
  route(api, 'reportQuality', async ({ user, body: { call_sid, ...figures } }) => {
    await recordCallQuality(deps, user.id, call_sid, figures);
    return { success: true };
  });
}
