/**
 * The bridge between the phone's page and the desktop app that it may run in. The app puts it into the page as
 * `window.desktop`; a browser has none. The app and the page are updated apart from each other: each end bears that
 * the other is older, and parses what it is given.
 */
import * as z from 'zod/mini';

/** Longer than any name or link that a phone knows. */
const text = z.string().check(z.maxLength(1_000));

/** An incoming call, as the notification shows it to an agent in another window. */
export const IncomingCall = z.object({
  title: text,
  name: text,
  /** The label of the answer button; older pages omit it. */
  answer: z.optional(z.enum(['Accept', 'Call'])),
});
export type IncomingCall = z.infer<typeof IncomingCall>;

/** The one lamp of the phone, and the two ways in which no call can reach it. */
export const DESKTOP_LAMPS = [
  'signedOut',
  'offline',
  'waiting',
  'ringing',
  'oncall',
  'held',
  'wrapup',
] as const;

export const DesktopStatus = z.object({ lamp: z.enum(DESKTOP_LAMPS), muted: z.boolean() });
export type DesktopStatus = z.infer<typeof DesktopStatus>;

/** What the hand did outside of the page: on the notification, the tray, a key of the whole desktop, a link. */
export const DesktopCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('accept') }),
  z.object({ type: z.literal('ignore') }),
  z.object({ type: z.literal('mute') }),
  z.object({ type: z.literal('hangUp') }),
  z.object({ type: z.literal('openTelLink'), url: text }),
]);
export type DesktopCommand = z.infer<typeof DesktopCommand>;

export interface DesktopBridge {
  /** A call rings here, or was accepted by itself. */
  readonly incomingCall?: (call: IncomingCall) => unknown;
  /** The ring is over: taken, ignored, or gone. */
  readonly ringEnded?: () => unknown;
  readonly showStatus?: (status: DesktopStatus) => unknown;
  /** Looks for a newer app and fetches it; the answer comes when that is decided, or in trouble, never as a refusal. */
  readonly update?: () => Promise<unknown>;
  /** Hears `DesktopCommand`s from now on; only the last listener hears. */
  readonly onCommand?: (heard: (command: unknown) => void) => unknown;
}
