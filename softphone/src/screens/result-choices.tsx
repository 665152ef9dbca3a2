import type { Disposition } from '@offhook/contract/entities';
import { useId } from 'react';
import { Icon } from '../components/icon.tsx';
import { Kbd } from '../components/kbd.tsx';
import { useShortcuts } from '../components/use-shortcuts.ts';
import { classes } from '../design/classes.ts';
import styles from './call-result.module.css';
import { CHOICES } from './results.ts';

const c = classes(styles);

interface Props {
  readonly disabled: boolean;
  /** A suggestion. */
  readonly likely?: Disposition | null;
  readonly onChoose: (result: Disposition) => void;
}

/** A button and a key for each of the four results. */
export function ResultChoices({ disabled, likely = null, onChoose }: Props) {
  const hintId = useId();
  useShortcuts(
    Object.fromEntries(CHOICES.map(({ key, result }) => [key, disabled ? null : () => onChoose(result)])),
  );
  return CHOICES.map(({ result, label, key, icon }) => (
    <button
      aria-describedby={result === likely ? hintId : undefined}
      aria-keyshortcuts={key}
      aria-label={label}
      className={c('choice', result === 'removed' && 'remove', result === likely && 'likely')}
      disabled={disabled}
      key={result}
      onClick={() => onChoose(result)}
      type="button"
    >
      <Icon size={24} svg={icon} />
      <span className={c('label')}>{label}</span>
      {result === likely && (
        <span className={c('hint')} id={hintId}>
          Likely
        </span>
      )}
      <Kbd keys={[key]} />
    </button>
  ));
}
