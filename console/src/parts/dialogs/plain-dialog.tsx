import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

const c = classes(styles);

interface Props {
  readonly title: string;
  /** The text of the button that closes the dialog. */
  readonly action: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function PlainDialog({ title, action, onClose, wide = false, children }: Props) {
  return (
    <Dialog onClose={onClose} title={title} wide={wide}>
      {children}
      <div className={c('buttons')}>
        <SmallButton variant="primary" onClick={onClose}>
          {action}
        </SmallButton>
      </div>
    </Dialog>
  );
}
