import { useEffect, useState } from 'react';
import { usePhone } from '../../phone-context.tsx';

/** Stored on every keystroke. A background tab follows the one being typed in. */
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
