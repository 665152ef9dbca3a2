import { classes } from '@offhook/design/classes';
import doneIcon from '@offhook/design/icons/check_circle-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { useBlocker } from 'react-router';
import { changesText } from '../../core/forms/changes-count.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { Question } from '../dialogs/question.tsx';
import { useUnloadQuestion } from '../dialogs/use-unload-question.ts';
import styles from './save-bar.module.css';

const c = classes(styles);

interface Props {
  readonly changes: number;
  readonly saving: boolean;
  /** Nothing was edited since the last save. */
  readonly isSaved: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Save and Discard. Leaving with unsaved changes asks for confirmation. */
export function SaveBar({ changes, saving, isSaved, onSave, onDiscard }: Props) {
  const unsaved = changes > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useUnloadQuestion(unsaved);
  return (
    <>
      <span className={c('changes', isSaved && 'saved')} role="status">
        {isSaved && <Icon size={18} svg={doneIcon} />}
        {isSaved ? t('editor.saved') : changesText(changes)}
      </span>
      <SmallButton disabled={!unsaved || saving} variant="quiet" onClick={onDiscard}>
        {t('editor.discard')}
      </SmallButton>
      <SmallButton disabled={!unsaved || saving} variant="primary" onClick={onSave}>
        {t('action.save')}
      </SmallButton>
      {blocker.state === 'blocked' && (
        <Question
          action={t('editor.leave')}
          onAction={() => blocker.proceed()}
          onCancel={() => blocker.reset()}
          cancel={t('editor.stay')}
          text={t('editor.leave.text', { count: changes })}
          title={t('editor.leave.title')}
        />
      )}
    </>
  );
}
