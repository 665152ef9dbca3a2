/** What a phone in a frame of the console and the page around it tell each other, by `postMessage` within one origin. */
import * as z from 'zod/mini';
import { DesktopCommand, DesktopStatus } from '../desktop.ts';

export const FramedPhoneMessage = z.object({ type: z.literal('offhookPhone'), status: DesktopStatus });
export type FramedPhoneMessage = z.infer<typeof FramedPhoneMessage>;

export const FramedPhoneCommand = z.object({ type: z.literal('offhookConsole'), command: DesktopCommand });
export type FramedPhoneCommand = z.infer<typeof FramedPhoneCommand>;
