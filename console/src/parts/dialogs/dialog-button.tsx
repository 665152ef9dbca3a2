import { type ComponentProps, type ReactNode, useState } from 'react';
import { SmallButton } from '../cards/small-button.tsx';

interface Props extends ComponentProps<typeof SmallButton> {
  readonly dialog: (close: () => void) => ReactNode;
}

export function DialogButton({ dialog, ...button }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SmallButton {...button} onClick={() => setOpen(true)} />
      {open && dialog(() => setOpen(false))}
    </>
  );
}
