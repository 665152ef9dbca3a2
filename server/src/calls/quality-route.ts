import { type Api, route } from '../platform/http/route.ts';
import { type QualityIntake, takeQuality } from './call-quality.ts';

export function qualityRoutes(api: Api, intake: QualityIntake): void {
  route(api, 'reportQuality', async ({ user, body: { call_sid, ...figures } }) => {
    await takeQuality(intake, user.id, call_sid, figures);
    return { success: true };
  });
}
