import { type ReactNode, useState } from 'react';
import { DiscardDialog } from '../../components/dialogs/discard-dialog.tsx';

/**
 * Escape in a note or SMS asks before it discards typed text: a key is easier to press by mistake than a button.
 * Typing on or sending closes the question.
 * @param typed the agent's text; null if there is nothing to lose
 */
export function useDiscardQuestion(
  typed: string | null,
  discard: () => void,
): { readonly question: ReactNode; readonly onEscape: () => void } {
  const [askedAbout, setAskedAbout] = useState<string | null>(null);
  if (askedAbout !== null && askedAbout !== typed) setAskedAbout(null);
  const close = () => setAskedAbout(null);
  return {
    question: askedAbout !== null && <DiscardDialog onDiscard={discard} onKeep={close} />,
    onEscape: typed === null ? discard : askedAbout === null ? () => setAskedAbout(typed) : close,
  };
}
