import { t } from '@offhook/i18n/console';
import { type ComponentProps, useState } from 'react';
import { Question } from './question.tsx';

type Words = Pick<ComponentProps<typeof Question>, 'title' | 'text' | 'action' | 'onAction'>;

/**
 * Asks before something is lost: `ask` shows the question about a subject, which stands in the page as `question`.
 * @param describe anew each time the page is drawn: what is done is of the page as it is when somebody answers
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
