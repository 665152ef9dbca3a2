import { classes } from '@offhook/design/classes';
import { useId } from 'react';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

const c = classes(styles);

interface Props {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** Asks for confirmation. Cancel comes first, so it gets the focus. */
export function Question({ title, text, action, onAction, cancel, onCancel }: Props) {
  const id = useId();
  return (
    <Dialog describedBy={id} onClose={onCancel} role="alertdialog" title={title}>
      <p id={id}>{text}</p>
      <div className={c('buttons')}>
        <SmallButton variant="quiet" onClick={onCancel}>
          {cancel}
        </SmallButton>
        <SmallButton variant="danger" onClick={onAction}>
          {action}
        </SmallButton>
      </div>
    </Dialog>
  );
}
