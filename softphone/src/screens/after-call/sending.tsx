import { classes } from '@offhook/design/classes';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { t } from '@offhook/i18n/phone';
import { useEffect, useState } from 'react';
import styles from './sending.module.css';

const c = classes(styles);

/** Faster responses show no spinner. */
const SPINNER_DELAY_MS = 300;

export function Sending() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SPINNER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <span className={c('sending')}>{slow && <Spinner name={t('afterCall.sending')} />}</span>;
}
