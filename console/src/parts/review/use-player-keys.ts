import { pressedKey } from '@offhook/design/keys/pressed-key';
import { useEffect, useRef } from 'react';
import { type PlayerAction, playerAction } from '../../core/review/playback.ts';

/** @param act null: another player has the keys */
export function usePlayerKeys(act: ((action: PlayerAction) => void) | null): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      const action = playerAction(pressedKey(event));
      if (action === null || !latest.current) return;
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
