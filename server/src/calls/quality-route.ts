import { type Api, route } from '../platform/http/route.ts';
import { type CallQualityParts, recordCallQuality } from './call-quality.ts';

export function qualityRoutes(api: Api, parts: CallQualityParts): void {
  route(api, 'reportQuality', async ({ user, body: { call_sid, ...figures } }) => {
    await recordCallQuality(parts, user.id, call_sid, figures);
    return { success: true };
  });
}
