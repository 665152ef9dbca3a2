import { formatWeekdayTime, withZone } from '@offhook/i18n/formats';
import { useEffect, useState } from 'react';
import { type CallVerdict, callVerdict } from '../../core/forms/call-verdict.ts';
import { useCallable } from '../../queries.ts';

const DEBOUNCE_MS = 250;

function timeOf(iso: string): string | null {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? null : withZone(formatWeekdayTime(at), at);
}

/** Null while unknown. The server checks again when the call is placed. */
export function useCallVerdict(phoneNumber: string | null): CallVerdict | null {
  const [debounced, setDebounced] = useState(phoneNumber);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(phoneNumber), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [phoneNumber]);
  const { data } = useCallable(debounced === phoneNumber ? debounced : null);
  return data ? callVerdict(data, timeOf) : null;
}
