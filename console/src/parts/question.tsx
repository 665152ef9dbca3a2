import { classes } from '@offhook/softphone/design/classes';
import { useId } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './question.module.css';
import { SmallButton } from './small-button.tsx';

const c = classes(styles);

interface Props {
  readonly title: string;
  readonly text: string;
  /** What is done, as the button says it. */
  readonly action: string;
  readonly onAction: () => void;
  /** What happens otherwise; Escape is the same. */
  readonly otherwise: string;
  readonly onOtherwise: () => void;
}

/** Asks before something is lost. It takes the focus and gives it back; the way back is the first button. */
export function Question({ title, text, action, onAction, otherwise, onOtherwise }: Props) {
  const id = useId();
  return (
    <ModalOverlay className={c('overlay')} isOpen onOpenChange={(open) => !open && onOtherwise()}>
      <Modal className={c('modal')}>
        <Dialog aria-describedby={id} className={c('dialog')} role="alertdialog">
          <Heading className={c('title')} slot="title">
            {title}
          </Heading>
          <p id={id}>{text}</p>
          <div className={c('buttons')}>
            <SmallButton autoFocus look="quiet" onClick={onOtherwise}>
              {otherwise}
            </SmallButton>
            <SmallButton look="danger" onClick={onAction}>
              {action}
            </SmallButton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
