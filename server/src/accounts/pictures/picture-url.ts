import { hashToken } from '../sign-in/sessions.ts';

export type PictureOwner = 'leads' | 'users';

/** `v` changes with the stored URL, so browsers can cache the picture. */
export function pictureUrl(owner: PictureOwner, id: number, stored: string | null): string | null {
  if (stored === null || stored === '') return null;
  if (/^\/(?!\/)/.test(stored)) return stored;
  if (!isHttpUrl(stored)) return null;
  return `/api/v1/pictures/${owner}/${id}?v=${hashToken(stored).slice(0, 8)}`;
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
