import { useEffect, useState } from 'react';
import { usePhone } from '../../phone-context.tsx';

/** Stored on every keystroke. A background tab shows what is typed in the focused one. */
export function useDraft(draft: string): readonly [text: string, setText: (text: string) => void] {
  const { send } = usePhone();
  const [text, setText] = useState(draft);
  useEffect(() => {
    if (!document.hasFocus()) setText(draft);
  }, [draft]);
  const type = (typed: string) => {
    setText(typed);
    send({ type: 'draftTyped', text: typed });
  };
  return [text, type];
}
