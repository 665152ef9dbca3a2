import { type ComponentProps, useState } from 'react';
import { Question } from './question.tsx';

type Asked = Pick<ComponentProps<typeof Question>, 'title' | 'text' | 'action' | 'onAction'>;

/** Asks before something is lost: `ask` shows the question, which stands in the page as `question`. */
export function useQuestion() {
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  const question = asked && (
    <Question
      {...asked}
      onAction={() => {
        close();
        asked.onAction();
      }}
      onOtherwise={close}
      otherwise="Cancel"
    />
  );
  return { ask, question };
}
