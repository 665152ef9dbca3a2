import { classes } from '../classes.ts';
import styles from './switch.module.css';
import { useRerender } from './use-rerender.ts';

const c = classes(styles);

interface Props {
  readonly id: string;
  readonly on: boolean;
  readonly disabled?: boolean | undefined;
  readonly describedBy?: string | undefined;
  readonly onSwitch: (on: boolean) => void;
}

export function Switch({ id, on, disabled, describedBy, onSwitch }: Props) {
  const rerender = useRerender();
  return (
    <input
      aria-checked={on}
      aria-describedby={describedBy}
      checked={on}
      className={c('switch')}
      disabled={disabled}
      id={id}
      onChange={({ target }) => {
        onSwitch(target.checked);
        rerender();
      }}
      role="switch"
      type="checkbox"
    />
  );
}
