import { classes } from '@offhook/design/classes';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { t } from '@offhook/i18n/phone';
import { useEffect, useState } from 'react';
import styles from './sending.module.css';

const c = classes(styles);

/** Answers that are quicker need no spinner: it would only flash. */
const PATIENCE_MS = 300;

/** What was given is on its way; stands under the button that sent it, where its key stood. */
export function Sending() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return <span className={c('sending')}>{slow && <Spinner name={t('afterCall.sending')} />}</span>;
}
