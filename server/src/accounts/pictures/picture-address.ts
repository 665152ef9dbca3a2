/** Where browsers find the picture of a lead or user: on our own server, so that no other site learns who sees it. */
import { hashToken } from '../sign-in/sessions.ts';

export type PictureOf = 'leads' | 'users';

/** `null`: there is none. The version changes with the stored address, so that browsers may keep what they have. */
export function pictureAddress(of: PictureOf, id: number, stored: string | null): string | null {
  if (stored === null || stored === '') return null;
  // A file of ours.
  if (/^\/(?!\/)/.test(stored)) return stored;
  if (!isWebAddress(stored)) return null;
  return `/api/v1/pictures/${of}/${id}?v=${hashToken(stored).slice(0, 8)}`;
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
