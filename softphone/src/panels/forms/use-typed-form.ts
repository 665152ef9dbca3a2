import { useEffect, useRef, useState } from 'react';

/**
 * Shows a change immediately and sends it on every keystroke. A change from another tab is shown too, but the echo of
 * this tab's own changes isn't, because newer letters may have been typed since.
 */
export function useTypedForm<Form>(
  stateForm: Form,
  sendForm: (form: Form) => void,
): readonly [form: Form, change: (fields: Partial<Form>) => void] {
  const [form, setForm] = useState(stateForm);
  const text = JSON.stringify(stateForm);
  const seen = useRef(text);
  /** Sent and not echoed yet. */
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
    sendForm(next);
  };
  return [form, change];
}
