import { useLayoutEffect } from 'react';
import { isForComingPanel } from '../design/key-rules.ts';
import { pressedKey } from './pressed-key.ts';

/** In the place of a panel that is being fetched. Until it has the focus, what is typed for it does nothing. */
export function LoadingPanel() {
  useLayoutEffect(() => {
    const guard = (event: KeyboardEvent) => {
      if (!isForComingPanel(pressedKey(event))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', guard, true);
    return () => removeEventListener('keydown', guard, true);
  }, []);
  return null;
}
