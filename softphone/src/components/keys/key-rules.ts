/** What pressed keys do. Times are in milliseconds. */

/** Enter and Escape answer a ring only after a pause of this length, because the agent may be typing. */
const TYPING_MS = 500;

export interface PressedKey {
  readonly key: string;
  readonly repeat: boolean;
  /** Ctrl, or the command key of a Mac. */
  readonly ctrl: boolean;
  readonly alt: boolean;
  /** What has the focus: a text field, a button or link, or nothing of the kind. */
  readonly on: 'field' | 'control' | 'page';
}

/**
 * Whether a key that was pressed on a ring answers it.
 * @param sinceLastKey time since the key before, of any kind
 */
export function ringAnswer(pressed: PressedKey, sinceLastKey: number): 'accept' | 'ignore' | null {
  if (pressed.repeat || pressed.ctrl || pressed.alt || sinceLastKey < TYPING_MS) return null;
  if (pressed.key === 'Escape') return 'ignore';
  // On a focused button or link, Enter activates it.
  return pressed.key === 'Enter' && pressed.on === 'page' ? 'accept' : null;
}

/** After an unprompted change of view, keys are ignored this long: they were meant for the previous view. */
export const KEY_GUARD_MS = 700;

/** Times on one clock, in milliseconds. */
export interface MovedView {
  readonly at: number;
  /** Keys that were down at that moment and aren't released yet. */
  readonly held: ReadonlySet<string>;
}

/** Whether keys do nothing now. @param moved the last change of the view by itself */
export function ignoresKeys(moved: MovedView | null, now: number): boolean {
  return moved !== null && (now - moved.at < KEY_GUARD_MS || moved.held.size > 0);
}

/**
 * Whether a key is meant for a panel that is still loading, such as letters typed right after its shortcut. Escape closes
 * the panel, Tab moves the focus, and the browser handles keys with Ctrl or Alt.
 */
export function isForLoadingPanel({ key, ctrl, alt }: Pick<PressedKey, 'key' | 'ctrl' | 'alt'>): boolean {
  return !ctrl && !alt && key !== 'Escape' && key !== 'Tab' && !/^F\d+$/.test(key);
}

/**
 * Whether a key is the shortcut `wanted`: a single character, 'Enter', 'Escape', 'Control+Enter' or 'Control+Z' as in
 * `aria-keyshortcuts`. Single characters never act while a field has the focus.
 */
export function isShortcut(pressed: PressedKey, wanted: string): boolean {
  if (pressed.repeat || pressed.alt) return false;
  if (wanted === 'Control+Enter') return pressed.ctrl && pressed.key === 'Enter';
  // In a field, the browser undoes the typing.
  if (wanted === 'Control+Z')
    return pressed.ctrl && pressed.key.toLowerCase() === 'z' && pressed.on !== 'field';
  if (pressed.ctrl) return false;
  if (wanted === 'Escape') return pressed.key === 'Escape';
  if (wanted === 'Enter') return pressed.key === 'Enter' && pressed.on === 'page';
  return pressed.on !== 'field' && pressed.key.toLowerCase() === wanted.toLowerCase();
}
