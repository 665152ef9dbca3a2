import { withRecent } from './palette-entries.ts';

const key = (page: string) => `offhook.palette.${page}`;

/** Commands only, no names of people: the browser may be shared. */
export function readRecent(page: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(page)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function addRecent(page: string, id: string): void {
  try {
    localStorage.setItem(key(page), JSON.stringify(withRecent(readRecent(page), id)));
  } catch {
    // Without storage, nothing is recent.
  }
}
