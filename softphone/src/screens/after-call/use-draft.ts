import { useEffect, useState } from 'react';
import { usePhone } from '../../phone-context.tsx';

/**
 * The text of a note or message: shown immediately, and stored on every keystroke. A tab in the background follows the
 * one that is typed in.
 */
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
