import type { Disposition } from '@offhook/contract/calls/dispositions';
import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { useId, useState } from 'react';
import { QuestionDialog } from '../../components/dialogs/question-dialog.tsx';
import { Kbd } from '../../components/keys/kbd.tsx';
import styles from './call-result.module.css';
import { CHOICES } from './results.ts';

const c = classes(styles);

interface Props {
  readonly disabled: boolean;
  readonly about: string;
  readonly likelyResult?: Disposition | null;
  readonly onChoose: (result: Disposition) => void;
}

/** Remove by key asks for confirmation, because keys are easily pressed by mistake. */
export function ResultChoices({ disabled, about, likelyResult = null, onChoose }: Props) {
  const hintId = useId();
  const [removing, setRemoving] = useState(false);
  const byKey = (result: Disposition) => (result === 'removed' ? setRemoving(true) : onChoose(result));
  useShortcuts(
    Object.fromEntries(
      CHOICES.map(({ key, result }) => [key, disabled || removing ? null : () => byKey(result)]),
    ),
  );
  const remove = () => {
    setRemoving(false);
    onChoose('removed');
  };
  return (
    <>
      {CHOICES.map(({ result, label, key, icon }) => (
        <button
          aria-describedby={result === likelyResult ? hintId : undefined}
          aria-keyshortcuts={key}
          aria-label={t(label)}
          className={c('choice', result === 'removed' && 'remove', result === likelyResult && 'likely')}
          disabled={disabled}
          key={result}
          onClick={() => onChoose(result)}
          type="button"
        >
          <Icon size={24} svg={icon} />
          <span className={c('label')}>{t(label)}</span>
          {result === likelyResult && (
            <span className={c('hint')} id={hintId} title={t('result.likely.why')}>
              {t('result.likely')}
            </span>
          )}
          <Kbd keys={[key]} />
        </button>
      ))}
      {removing && (
        <QuestionDialog
          inline
          no={t('common.cancel')}
          onNo={() => setRemoving(false)}
          onYes={remove}
          text={about ? t('result.removeQuestion', { name: about }) : t('result.removeQuestionNoName')}
          yes={t('result.removeConfirm')}
        />
      )}
    </>
  );
}
