// The desktop app injects this bridge as `window.desktop`. App and page update independently, so each must accept
// an older version of the other.
import * as z from 'zod/mini';

/** Longer than any name or link. */
const text = z.string().check(z.maxLength(1_000));

export const IncomingCall = z.object({
  title: text,
  name: text,
  /** Who transfers the call, or invites to it. */
  from: z.optional(text),
  /** Label of the answer button; older pages omit it. */
  answer: z.optional(text),
});
export type IncomingCall = z.infer<typeof IncomingCall>;

/** The status bar's states, plus the two in which no call can reach the phone. */
export const DESKTOP_STATUSES = [
  'signedOut',
  'offline',
  'waiting',
  'ringing',
  'oncall',
  'held',
  'wrapup',
] as const;

export const DesktopStatus = z.object({ lamp: z.enum(DESKTOP_STATUSES), muted: z.boolean() });
export type DesktopStatus = z.infer<typeof DesktopStatus>;

export const DesktopCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('accept') }),
  z.object({ type: z.literal('ignore') }),
  z.object({ type: z.literal('mute') }),
  z.object({ type: z.literal('hangUp') }),
  z.object({ type: z.literal('openTelLink'), url: text }),
]);
export type DesktopCommand = z.infer<typeof DesktopCommand>;

export interface DesktopBridge {
  /** Also called when a call was accepted automatically. */
  readonly incomingCall?: (call: IncomingCall) => unknown;
  readonly ringEnded?: () => unknown;
  readonly showStatus?: (status: DesktopStatus) => unknown;
  /** Resolves when done, even after a failure. */
  readonly update?: () => Promise<unknown>;
  /** Only the last listener is called. */
  readonly onCommand?: (listener: (command: unknown) => void) => unknown;
}
