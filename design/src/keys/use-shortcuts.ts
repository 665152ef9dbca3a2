import { useEffect, useRef } from 'react';
import { pressedKey } from './pressed-key.ts';
import { isShortcut } from './shortcut.ts';

/** Keys as in `aria-keyshortcuts`; null: disabled. */
export function useShortcuts(shortcuts: Readonly<Record<string, (() => void) | null>>): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const pressed = pressedKey(event);
      const found = Object.entries(latest.current).find(([shortcut]) => isShortcut(pressed, shortcut));
      if (!found?.[1]) return;
      event.preventDefault();
      found[1]();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, []);
}
