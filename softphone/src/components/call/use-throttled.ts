import { useEffect, useRef, useState } from 'react';

/** At most 12 changes a second, to avoid flicker. */
export const METER_UPDATE_MS = 84;

export function useThrottled<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === shown) return;
    const wait = Math.max(0, changedAt.current + ms - performance.now());
    const timer = setTimeout(() => {
      changedAt.current = performance.now();
      setShown(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, shown, ms]);
  return shown;
}
