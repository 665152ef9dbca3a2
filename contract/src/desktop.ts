/**
 * The bridge between the phone's page and the desktop app, which the app injects as `window.desktop`. Both update
 * independently, so each end must accept an older one and parse what it receives.
 */
import * as z from 'zod/mini';

/** Longer than any name or link. */
const text = z.string().check(z.maxLength(1_000));

/** An incoming call, as the notification shows it. */
export const IncomingCall = z.object({
  title: text,
  name: text,
  /** The label of the answer button; older pages omit it. */
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

/** User actions outside the page: notification, tray, global shortcut, link. */
export const DesktopCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('accept') }),
  z.object({ type: z.literal('ignore') }),
  z.object({ type: z.literal('mute') }),
  z.object({ type: z.literal('hangUp') }),
  z.object({ type: z.literal('openTelLink'), url: text }),
]);
export type DesktopCommand = z.infer<typeof DesktopCommand>;

export interface DesktopBridge {
  /** A call rings, or was accepted automatically. */
  readonly incomingCall?: (call: IncomingCall) => unknown;
  /** The ring is over. */
  readonly ringEnded?: () => unknown;
  readonly showStatus?: (status: DesktopStatus) => unknown;
  /** Checks for a newer app and downloads it. Resolves when done, also on failure. */
  readonly update?: () => Promise<unknown>;
  /** Only the last listener is called. */
  readonly onCommand?: (heard: (command: unknown) => void) => unknown;
}
