import { classes } from '@offhook/design/classes';
import { Select } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import close from '@offhook/design/icons/close.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type FormEvent, useState } from 'react';
import { feedbackQuestion } from '../../core/line/call-sound.ts';
import { FEEDBACK_ISSUES, type FeedbackIssue } from '../../core/line/poor-call.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './sound-question.module.css';

const c = classes(styles);

const ISSUES = {
  'audio-latency': 'feedback.delay',
  'choppy-audio': 'feedback.choppy',
  'dropped-call': 'feedback.dropped',
  echo: 'feedback.echo',
  'noisy-call': 'feedback.noise',
  'one-way-audio': 'feedback.silent',
} as const satisfies Record<FeedbackIssue, string>;

/** Optional, so it takes no focus and has no shortcut. */
export function SoundQuestion() {
  const { state } = usePhone();
  const likely = feedbackQuestion(state);
  return likely && <Question likely={likely} />;
}

function Question({ likely }: { readonly likely: FeedbackIssue }) {
  const { send } = usePhone();
  const [issue, setIssue] = useState(likely);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'feedbackGiven', issue });
  };
  const choose = (value: string) => {
    const found = FEEDBACK_ISSUES.find((known) => known === value);
    if (found) setIssue(found);
  };
  return (
    <form className={c('question')} onFocus={() => send({ type: 'feedbackStarted' })} onSubmit={submit}>
      <Select label={t('feedback.question')} onChange={(event) => choose(event.target.value)} value={issue}>
        {FEEDBACK_ISSUES.map((each) => (
          <option key={each} value={each}>
            {t(ISSUES[each])}
          </option>
        ))}
      </Select>
      <button className={c('report')} type="submit">
        {t('feedback.submit')}
      </button>
      <IconButton
        icon={close}
        name={t('common.dismiss')}
        onClick={() => send({ type: 'feedbackDismissed' })}
      />
    </form>
  );
}
