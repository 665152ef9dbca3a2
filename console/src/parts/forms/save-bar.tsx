import { t } from '@offhook/i18n/console';
import { useBlocker } from 'react-router';
import { changesText } from '../../core/forms/changes-count.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { Question } from '../dialogs/question.tsx';
import { useUnloadQuestion } from '../dialogs/use-unload-question.ts';
import { SavedMark } from './saved-mark.tsx';

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
      <SavedMark isSaved={isSaved} text={changesText(changes)} />
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
