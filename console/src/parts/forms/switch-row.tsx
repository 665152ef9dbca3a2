import { classes } from '@offhook/design/classes';
import { Switch } from '@offhook/design/forms/switch.tsx';
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

export function SwitchRow({ label, description, on, disabled, onSwitch }: Props) {
  const id = useId();
  return (
    <div className={c('row')}>
      <span className={c('texts')}>
        <label className={c('label')} htmlFor={id}>
          {label}
        </label>
        {description && (
          <span className={c('description')} id={`${id}-description`}>
            {description}
          </span>
        )}
      </span>
      <Switch
        describedBy={description ? `${id}-description` : undefined}
        disabled={disabled}
        id={id}
        on={on}
        onSwitch={onSwitch}
      />
    </div>
  );
}
