import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import close from '@offhook/design/icons/close.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type ReactNode, useId } from 'react';
import { SmallButton } from '../../components/buttons/small-button.tsx';
import styles from './reminder.module.css';

const c = classes(styles);

interface Props {
  readonly icon: ReactNode;
  readonly title: string;
  readonly wraps?: boolean;
  readonly detail: string;
  readonly tip?: string;
  readonly action: string;
  /** As in `aria-keyshortcuts`. */
  readonly shortcut?: string;
  readonly onAction: () => void;
  readonly onDiscard?: () => void;
}

export function Reminder({
  icon,
  title,
  wraps = false,
  detail,
  tip,
  action,
  shortcut,
  onAction,
  onDiscard,
}: Props) {
  const titleId = useId();
  const aboutId = useId();
  return (
    <section aria-labelledby={titleId} className={c('reminder', wraps && 'folding')}>
      {icon}
      <div className={c('words')}>
        <h2 className={c('title', wraps && 'wrapping')} id={titleId}>
          {title}
        </h2>
        <p className={c('about', wraps ? 'wrapping' : 'cut')} id={aboutId} title={tip}>
          {detail}
        </p>
      </div>
      <SmallButton
        aria-describedby={`${titleId} ${aboutId}`}
        aria-keyshortcuts={shortcut}
        onClick={onAction}
        title={shortcut}
        variant="quiet"
      >
        {action}
      </SmallButton>
      {onDiscard && <IconButton icon={close} name={t('common.discard')} onClick={onDiscard} />}
    </section>
  );
}

export function ReminderTile({ children }: { readonly children: ReactNode }) {
  return <span className={c('tile')}>{children}</span>;
}
