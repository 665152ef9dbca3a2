import { useEffect, useState } from 'react';

/** What loads faster than this shows no sign of loading. */
const PATIENCE_MS = 150;

export function useOverdue(waiting: boolean): boolean {
  const [overdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setOverdue(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [waiting]);
  return waiting && overdue;
}
