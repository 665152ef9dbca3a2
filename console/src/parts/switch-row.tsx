import { classes } from '@offhook/softphone/design/classes';
import { useId } from 'react';
import styles from './switch-row.module.css';

const c = classes(styles);

interface Props {
  readonly label: string;
  readonly description?: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onSwitch: (on: boolean) => void;
}

/** What is on or off, with a word about it. */
export function SwitchRow({ label, description, on, disabled, onSwitch }: Props) {
  const id = useId();
  return (
    <div className={c('row')}>
      <span className={c('words')}>
        <label className={c('label')} htmlFor={id}>
          {label}
        </label>
        {description && (
          <span className={c('description')} id={`${id}-description`}>
            {description}
          </span>
        )}
      </span>
      <input
        aria-checked={on}
        aria-describedby={description ? `${id}-description` : undefined}
        checked={on}
        className={c('switch')}
        disabled={disabled}
        id={id}
        onChange={({ target }) => onSwitch(target.checked)}
        role="switch"
        type="checkbox"
      />
    </div>
  );
}
