import { t } from '@offhook/i18n/console';
import { type ComponentProps, useState } from 'react';
import { Question } from './question.tsx';

type Texts = Pick<ComponentProps<typeof Question>, 'title' | 'text' | 'action' | 'onAction'>;

/**
 * Asks for confirmation: `openQuestion` opens the dialog for a subject, and `question` renders it.
 * @param describe called on each render, so that the action uses the page's latest state
 */
export function useQuestion<Subject = void>(describe: (subject: Subject) => Texts) {
  const [opened, setOpened] = useState<{ readonly subject: Subject } | null>(null);
  const close = () => setOpened(null);
  const texts = opened && describe(opened.subject);
  const question = texts && (
    <Question
      {...texts}
      onAction={() => {
        close();
        texts.onAction();
      }}
      onCancel={close}
      cancel={t('action.cancel')}
    />
  );
  return { openQuestion: (subject: Subject) => setOpened({ subject }), question };
}
