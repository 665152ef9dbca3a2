import type { PressedKey } from '@offhook/design/keys/shortcut';

/** The agent may be typing when a ring starts. */
const TYPING_MS = 500;

/** @param sinceLastKey milliseconds since the previous key */
export function ringAnswer(pressed: PressedKey, sinceLastKey: number): 'accept' | 'ignore' | null {
  if (pressed.repeat || pressed.ctrl || pressed.alt || sinceLastKey < TYPING_MS) return null;
  if (pressed.key === 'Escape') return 'ignore';
  // On a focused button or link, Enter activates it.
  return pressed.key === 'Enter' && pressed.on === 'page' ? 'accept' : null;
}

/** Right after an unprompted view change, keys are still meant for the previous view. */
export const KEY_GUARD_MS = 700;

/** Times in milliseconds. */
export interface UnpromptedChange {
  readonly at: number;
  /** Keys that have been down since then. */
  readonly held: ReadonlySet<string>;
}

/** @param moved the last unprompted view change */
export function ignoresKeys(moved: UnpromptedChange | null, now: number): boolean {
  return moved !== null && (now - moved.at < KEY_GUARD_MS || moved.held.size > 0);
}

/** Keys typed right after a panel's shortcut. Escape closes the panel, Tab moves the focus. */
export function isForLoadingPanel({ key, ctrl, alt }: Pick<PressedKey, 'key' | 'ctrl' | 'alt'>): boolean {
  return !ctrl && !alt && key !== 'Escape' && key !== 'Tab' && !/^F\d+$/.test(key);
}
