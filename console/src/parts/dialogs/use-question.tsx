import { t } from '@offhook/i18n/console';
import { type ComponentProps, useState } from 'react';
import { Question } from './question.tsx';

type Words = Pick<ComponentProps<typeof Question>, 'title' | 'text' | 'action' | 'onAction'>;

/**
 * Asks for confirmation: `ask` opens the dialog for a subject, and `question` renders it.
 * @param describe called on each render, so that the action uses the page's latest state
 */
export function useQuestion<Subject = void>(describe: (subject: Subject) => Words) {
  const [asked, setAsked] = useState<{ readonly subject: Subject } | null>(null);
  const close = () => setAsked(null);
  const words = asked && describe(asked.subject);
  const question = words && (
    <Question
      {...words}
      onAction={() => {
        close();
        words.onAction();
      }}
      onCancel={close}
      cancel={t('action.cancel')}
    />
  );
  return { ask: (subject: Subject) => setAsked({ subject }), question };
}
