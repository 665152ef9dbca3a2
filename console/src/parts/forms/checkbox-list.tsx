import { classes } from '@offhook/design/classes';
import { withChoice } from '../../core/forms/choices.ts';
import styles from './checkbox-list.module.css';

const c = classes(styles);

interface Props {
  readonly label: string;
  readonly all: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: readonly number[];
  readonly onChoose: (chosen: readonly number[]) => void;
}

/** A checkbox for each of the account's teams or users. A long list scrolls. */
export function CheckboxList({ label, all, chosen, onChoose }: Props) {
  if (all.length === 0) return null;
  const ids = all.map(({ id }) => id);
  return (
    <fieldset className={c('list')}>
      <legend className={c('legend')}>{label}</legend>
      {all.map(({ id, name }) => (
        <label className={c('choice')} key={id}>
          <input
            checked={chosen.includes(id)}
            onChange={({ target }) => onChoose(withChoice(ids, chosen, id, target.checked))}
            type="checkbox"
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
