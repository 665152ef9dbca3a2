import { useEffect, useState } from 'react';

/** Faster loads show no spinner. */
const SPINNER_DELAY_MS = 150;

export function useOverdue(waiting: boolean): boolean {
  const [overdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setOverdue(true), SPINNER_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [waiting]);
  return waiting && overdue;
}
