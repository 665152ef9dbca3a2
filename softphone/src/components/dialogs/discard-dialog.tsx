import { QuestionDialog } from './question-dialog.tsx';

interface Props {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asks before typed text is discarded. */
export function DiscardDialog({ onKeep, onDiscard }: Props) {
  return (
    <QuestionDialog
      inline
      no="Keep editing"
      onNo={onKeep}
      onYes={onDiscard}
      text="Discard what you typed?"
      yes="Discard"
    />
  );
}
