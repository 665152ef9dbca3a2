import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import arrowDown from '@offhook/design/icons/keyboard_arrow_down.svg?raw';
import { t } from '@offhook/i18n/phone';
import { useState } from 'react';
import styles from './day.module.css';
import { DayCards } from './day-cards.tsx';

const c = classes(styles);

/** In a narrow window, below what the waiting view shows. Asks for the figures once it is open. */
export default function FoldedDay() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={c('folded')}
      data-part="day"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      open={isOpen}
    >
      <summary className={c('summary')}>
        {t('day.title')}
        <Icon svg={arrowDown} />
      </summary>
      {isOpen && <DayCards />}
    </details>
  );
}
