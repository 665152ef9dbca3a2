import { useCallback, useState } from 'react';
import { useConsole } from '../../../console-context.ts';

/** Whether agents who are signed out are folded away, as this user left it in this browser. */
export function useSignedOutFold(): readonly [isFolded: boolean, toggle: () => void] {
  const { user } = useConsole();
  const key = `offhook.board.signedOut.${user.id}`;
  const [isFolded, setFolded] = useState(() => {
    try {
      return localStorage.getItem(key) !== 'open';
    } catch {
      return true;
    }
  });
  const toggle = useCallback(() => {
    setFolded(!isFolded);
    try {
      localStorage.setItem(key, isFolded ? 'open' : 'folded');
    } catch {
      // Without storage, it is folded on the next visit.
    }
  }, [key, isFolded]);
  return [isFolded, toggle];
}
