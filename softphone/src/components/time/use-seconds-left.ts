import { useEffect, useState } from 'react';

export function useSecondsLeft(ms: number): number {
  const [end] = useState(() => performance.now() + ms);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((end - now) / 1_000));
}
