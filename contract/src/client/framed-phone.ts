/** What a phone in a frame of the console reports to the page around it, by `postMessage` within one origin. */
import * as z from 'zod/mini';
import { DesktopStatus } from '../desktop.ts';

export const FramedPhoneMessage = z.object({ type: z.literal('offhookPhone'), status: DesktopStatus });
export type FramedPhoneMessage = z.infer<typeof FramedPhoneMessage>;
