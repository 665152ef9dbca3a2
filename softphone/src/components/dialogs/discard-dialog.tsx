import { t } from '@offhook/i18n/phone';
import { QuestionDialog } from './question-dialog.tsx';

interface Props {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

export function DiscardDialog({ onKeep, onDiscard }: Props) {
  return (
    <QuestionDialog
      inline
      no={t('discard.keep')}
      onNo={onKeep}
      onYes={onDiscard}
      text={t('discard.question')}
      yes={t('common.discard')}
    />
  );
}
