import { pressedKey } from '@offhook/design/keys/pressed-key';
import { useEffect, useRef } from 'react';
import { ringAnswer } from './key-rules.ts';

/** Listens in every view, because keys typed just before the ring count. `data-keys` shows the key hints. */
export function useAnswerKeys(ringing: boolean, onAccept: () => void, onIgnore: () => void): void {
  const latest = useRef({ ringing, onAccept, onIgnore });
  useEffect(() => {
    latest.current = { ringing, onAccept, onIgnore };
  });
  useEffect(() => {
    let lastKeyAt = Number.NEGATIVE_INFINITY;
    const act = (event: KeyboardEvent) => {
      const sinceLastKey = event.timeStamp - lastKeyAt;
      lastKeyAt = event.timeStamp;
      document.documentElement.dataset['keys'] = '';
      if (!latest.current.ringing || event.defaultPrevented || event.isComposing) return;
      const answer = ringAnswer(pressedKey(event), sinceLastKey);
      if (answer === null) return;
      event.preventDefault();
      if (answer === 'accept') latest.current.onAccept();
      else latest.current.onIgnore();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, []);
}
