import { pressedKey } from '@offhook/design/keys/pressed-key';
import { useLayoutEffect } from 'react';
import { isForLoadingPanel } from '../keys/key-rules.ts';

/** Keys typed before the panel has the focus do nothing. */
export function LoadingPanel() {
  useLayoutEffect(() => {
    const ignoreKey = (event: KeyboardEvent) => {
      if (!isForLoadingPanel(pressedKey(event))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', ignoreKey, true);
    return () => removeEventListener('keydown', ignoreKey, true);
  }, []);
  return null;
}
