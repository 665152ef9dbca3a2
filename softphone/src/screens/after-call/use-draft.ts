import { useEffect, useState } from 'react';
import { usePhone } from '../../phone-context.tsx';

/**
 * The text of a note or a message while it is typed: shown at once, and kept with each letter. A page that only shows
 * what is typed on another follows it.
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
