/** What a page may ask of the computer. */
import { isOf } from './navigation.ts';

export interface Asked {
  readonly permission: string;
  /** Address or origin of who asks. */
  readonly by: string;
  readonly isMainFrame: boolean;
  /** Of `media`: 'audio', 'video'; nothing when it is not said. */
  readonly media: readonly string[];
}

/** Without these the phone has no ringer of its own, and errors cannot be copied. None of them reveals anything. */
const HARMLESS = new Set(['notifications', 'speaker-selection', 'clipboard-sanitized-write']);

/** The microphone, and never the camera, for the phone itself and nobody in a frame of it. */
export function isAllowed({ permission, by, isMainFrame, media }: Asked, origin: string): boolean {
  if (!isMainFrame || !isOf(by, origin)) return false;
  if (permission === 'media') return media.length > 0 && media.every((kind) => kind === 'audio');
  return HARMLESS.has(permission);
}
