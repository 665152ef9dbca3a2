import { t } from '@offhook/i18n/console';
import { type ComponentProps, useState } from 'react';
import { Question } from './question.tsx';

type Words = Pick<ComponentProps<typeof Question>, 'title' | 'text' | 'action' | 'onAction'>;

/**
 * Asks for confirmation: `openQuestion` opens the dialog for a subject, and `question` renders it.
 * @param describe called on each render, so that the action uses the page's latest state
 */
export function useQuestion<Subject = void>(describe: (subject: Subject) => Words) {
  const [asked, setAsked] = useState<{ readonly subject: Subject } | null>(null);
  const close = () => setAsked(null);
  const texts = asked && describe(asked.subject);
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
  return { openQuestion: (subject: Subject) => setAsked({ subject }), question };
}
