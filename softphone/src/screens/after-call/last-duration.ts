import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { timerText } from '../../core/phone-text.ts';
import type { View } from '../../core/screen/screen-state.ts';

export const LastDuration = createContext<string | null>(null);

/** MM:SS; null if the call was never connected. */
export function useLastDuration(): string | null {
  return useContext(LastDuration);
}

export function useEndedCallDuration(view: View): string | null {
  const [kept, setKept] = useState<string | null>(null);
  const startedAt = useRef<number | null>(null);
  const talkingSince = view.name === 'oncall' && view.phase.name === 'talking' ? view.phase.startedAt : null;
  useEffect(() => {
    if (talkingSince !== null) {
      startedAt.current = talkingSince;
      setKept(null);
    } else if (startedAt.current !== null) {
      setKept(timerText(startedAt.current, Date.now()));
      startedAt.current = null;
    }
  }, [talkingSince]);
  const over = view.name === 'waiting' || view.name === 'ringing';
  useEffect(() => {
    if (over) setKept(null);
  }, [over]);
  return kept;
}
