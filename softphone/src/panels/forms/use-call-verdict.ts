import { formatWeekdayTime } from '@offhook/i18n/formats';
import { useEffect, useState } from 'react';
import { type CallVerdict, callVerdict } from '../../core/forms/call-verdict.ts';
import { useCallable } from '../../queries.ts';

/** A number that is still being typed is not asked about at every digit. */
const REST_MS = 250;

function timeOf(iso: string): string | null {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? null : formatWeekdayTime(at);
}

/**
 * Whether a number may be called now; null until that is known. Without an answer nothing is said: the server
 * judges once more when the call is placed.
 * @param phoneNumber + and digits; null while what is typed is no number
 */
export function useCallVerdict(phoneNumber: string | null): CallVerdict | null {
  const [rested, setRested] = useState(phoneNumber);
  useEffect(() => {
    const timer = setTimeout(() => setRested(phoneNumber), REST_MS);
    return () => clearTimeout(timer);
  }, [phoneNumber]);
  const { data } = useCallable(rested === phoneNumber ? rested : null);
  return data ? callVerdict(data, timeOf) : null;
}
