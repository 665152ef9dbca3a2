import { classes } from '@offhook/softphone/design/classes';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './question.module.css';
import { SmallButton } from './small-button.tsx';

const c = classes(styles);

interface Props {
  readonly title: string;
  /** The one way out, which is also Escape. */
  readonly action: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something over the page that takes effect by itself, or is only read. */
export function PlainDialog({ title, action, onClose, children }: Props) {
  return (
    <ModalOverlay className={c('overlay')} isOpen onOpenChange={(open) => !open && onClose()}>
      <Modal className={c('modal')}>
        <Dialog className={c('dialog')}>
          <Heading className={c('title')} slot="title">
            {title}
          </Heading>
          {children}
          <div className={c('buttons')}>
            <SmallButton look="primary" onClick={onClose}>
              {action}
            </SmallButton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
