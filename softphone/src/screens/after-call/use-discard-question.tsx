import { type ReactNode, useState } from 'react';
import { DiscardDialog } from '../../components/dialogs/discard-dialog.tsx';

/**
 * Escape asks before it discards typed text, because it's easily pressed by mistake. Typing closes the question.
 * @param typed null if there is nothing to lose
 */
export function useDiscardQuestion(
  typed: string | null,
  discard: () => void,
): { readonly question: ReactNode; readonly onEscape: () => void } {
  const [textInQuestion, setTextInQuestion] = useState<string | null>(null);
  if (textInQuestion !== null && textInQuestion !== typed) setTextInQuestion(null);
  const close = () => setTextInQuestion(null);
  return {
    question: textInQuestion !== null && <DiscardDialog onDiscard={discard} onKeep={close} />,
    onEscape: typed === null ? discard : textInQuestion === null ? () => setTextInQuestion(typed) : close,
  };
}
