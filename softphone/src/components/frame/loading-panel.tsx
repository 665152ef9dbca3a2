import { useLayoutEffect } from 'react';
import { isForLoadingPanel } from '../keys/key-rules.ts';
import { pressedKey } from '../keys/pressed-key.ts';

/** Keys typed before the panel has the focus do nothing. */
export function LoadingPanel() {
  useLayoutEffect(() => {
    const guard = (event: KeyboardEvent) => {
      if (!isForLoadingPanel(pressedKey(event))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', guard, true);
    return () => removeEventListener('keydown', guard, true);
  }, []);
  return null;
}
