import { type QualityIntake, takeQuality } from '../services/call-quality.ts';
import { type Api, route } from './route.ts';

export function qualityRoutes(api: Api, intake: QualityIntake): void {
  route(api, 'reportQuality', async ({ user, body: { call_sid, ...figures } }) => {
    await takeQuality(intake, user.id, call_sid, figures);
    return { success: true };
  });
}
