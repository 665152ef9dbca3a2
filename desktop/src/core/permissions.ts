import { isServerPage } from './navigation.ts';

export interface PermissionRequest {
  readonly permission: string;
  readonly requester: string;
  readonly isMainFrame: boolean;
  readonly media: readonly string[];
}

/** The phone needs these for its ringer and for copying errors; none reveals private data. */
const HARMLESS = new Set(['notifications', 'speaker-selection', 'clipboard-sanitized-write']);

/** Allows the microphone and harmless permissions, never the camera, and only in a server page's main frame. */
export function isAllowed(
  { permission, requester, isMainFrame, media }: PermissionRequest,
  origin: string,
): boolean {
  if (!isMainFrame || !isServerPage(requester, origin)) return false;
  if (permission === 'media') return media.length > 0 && media.every((kind) => kind === 'audio');
  return HARMLESS.has(permission);
}
