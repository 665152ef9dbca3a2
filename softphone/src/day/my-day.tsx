import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import { useId } from 'react';
import { Pane } from '../components/frame/pane.tsx';
import styles from './day.module.css';
import { DayCards } from './day-cards.tsx';

const c = classes(styles);

/** Beside the phone while it waits. @param hidden an open panel takes its place */
export default function MyDay({ hidden }: { readonly hidden: boolean }) {
  const titleId = useId();
  return (
    <Pane aria-labelledby={titleId} data-part="day" hidden={hidden}>
      <h2 className={c('title')} id={titleId}>
        {t('day.title')}
      </h2>
      <DayCards />
    </Pane>
  );
}
