import { useEffect, useRef, useState } from 'react';

/**
 * The fields of a form: shown immediately and sent to the phone on every keystroke. A change made in another tab shows here
 * too. The echo of a change made here does not, because newer letters may have been typed since.
 * @param kept the form in the phone's state; in a tab that follows the phone it lags behind the typing
 */
export function useTypedForm<Form>(
  kept: Form,
  keep: (form: Form) => void,
): readonly [form: Form, change: (fields: Partial<Form>) => void] {
  const [form, setForm] = useState(kept);
  const text = JSON.stringify(kept);
  const seen = useRef(text);
  /** Sent and not echoed yet, oldest first. */
  const sent = useRef<string[]>([]);
  useEffect(() => {
    if (seen.current === text) return;
    seen.current = text;
    const index = sent.current.indexOf(text);
    sent.current = sent.current.slice(index + 1);
    if (index >= 0) return;
    sent.current = [];
    setForm(JSON.parse(text));
  }, [text]);
  const change = (fields: Partial<Form>) => {
    const next = { ...form, ...fields };
    setForm(next);
    sent.current.push(JSON.stringify(next));
    keep(next);
  };
  return [form, change];
}
