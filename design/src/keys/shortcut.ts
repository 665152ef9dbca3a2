export interface PressedKey {
  readonly key: string;
  readonly repeat: boolean;
  /** Ctrl or Command. */
  readonly ctrl: boolean;
  readonly alt: boolean;
  /** What has the focus. */
  readonly on: 'field' | 'control' | 'page';
}

/** @param shortcut as in `aria-keyshortcuts`; single characters never act in a field */
export function isShortcut(pressed: PressedKey, shortcut: string): boolean {
  if (pressed.repeat || pressed.alt) return false;
  if (shortcut === 'Control+Enter') return pressed.ctrl && pressed.key === 'Enter';
  // In a field, the browser undoes the typing.
  if (shortcut === 'Control+Z')
    return pressed.ctrl && pressed.key.toLowerCase() === 'z' && pressed.on !== 'field';
  if (shortcut === 'Control+K') return pressed.ctrl && pressed.key.toLowerCase() === 'k';
  if (pressed.ctrl) return false;
  if (shortcut === 'Escape') return pressed.key === 'Escape';
  if (shortcut === 'Enter') return pressed.key === 'Enter' && pressed.on === 'page';
  return pressed.on !== 'field' && pressed.key.toLowerCase() === shortcut.toLowerCase();
}
