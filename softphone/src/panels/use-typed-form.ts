import { useEffect, useRef, useState } from 'react';

/**
 * The fields of a form while somebody types: shown at once, and kept with each letter. What changes them on another page
 * of this browser shows here too; what was typed here and comes back from there is no such change.
 * @param kept the form as it is kept; where the page only follows another, it comes later than the letters
 */
export function useTypedForm<Form>(
  kept: Form,
  keep: (form: Form) => void,
): readonly [form: Form, change: (fields: Partial<Form>) => void] {
  const [form, setForm] = useState(kept);
  const text = JSON.stringify(kept);
  const seen = useRef(text);
  /** Sent, and not come back yet, oldest first. */
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
