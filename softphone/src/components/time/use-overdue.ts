import { useEffect, useState } from 'react';

/** Faster loads show no spinner. */
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
