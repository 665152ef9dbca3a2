import { Banner } from '@offhook/softphone/components/banner.tsx';
import { classes } from '@offhook/softphone/design/classes';
import type { FormEvent, ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './question.module.css';
import { SmallButton } from './small-button.tsx';

const c = classes(styles);

interface Props {
  readonly title: string;
  /** What the button says that does it. */
  readonly action: string;
  readonly busy?: boolean;
  /** What failed; what was typed stays. */
  readonly error?: string | null;
  /** At the start of the buttons' row. */
  readonly beside?: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A few fields over the page. It takes the focus and gives it back; Escape closes it. */
export function FormDialog({
  title,
  action,
  busy,
  error = null,
  beside,
  onSubmit,
  onClose,
  children,
}: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <ModalOverlay className={c('overlay')} isOpen onOpenChange={(open) => !open && onClose()}>
      <Modal className={c('modal')}>
        <Dialog className={c('dialog')}>
          <Heading className={c('title')} slot="title">
            {title}
          </Heading>
          <form className={c('form')} onSubmit={submit}>
            <Banner text={error} />
            {children}
            <div className={c('buttons')}>
              {beside && <span className={c('beside')}>{beside}</span>}
              <SmallButton look="quiet" onClick={onClose}>
                Cancel
              </SmallButton>
              <SmallButton disabled={busy} look="primary" type="submit">
                {action}
              </SmallButton>
            </div>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
