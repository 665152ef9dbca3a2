import { DesktopStatus, IncomingCall } from '@offhook/contract/desktop';
import * as z from 'zod/mini';

export const PageMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening') }),
  z.object({ type: z.literal('incomingCall'), call: IncomingCall }),
  z.object({ type: z.literal('ringEnded') }),
  z.object({ type: z.literal('statusShown'), status: DesktopStatus }),
]);
export type PageMessage = z.infer<typeof PageMessage>;

export const EnteredServer = z.string().check(z.maxLength(2_000));
