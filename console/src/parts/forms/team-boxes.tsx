import { classes } from '@offhook/design/classes';
import { withChoice } from '../../core/forms/choices.ts';
import styles from './team-boxes.module.css';

const c = classes(styles);

interface Props {
  readonly label: string;
  readonly teams: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: readonly number[];
  readonly onChoose: (teams: readonly number[]) => void;
}

/** A checkbox for each of the account's teams. */
export function TeamBoxes({ label, teams, chosen, onChoose }: Props) {
  if (teams.length === 0) return null;
  const ids = teams.map(({ id }) => id);
  return (
    <fieldset className={c('teams')}>
      <legend className={c('legend')}>{label}</legend>
      {teams.map(({ id, name }) => (
        <label className={c('team')} key={id}>
          <input
            checked={chosen.includes(id)}
            onChange={({ target }) => onChoose(withChoice(ids, chosen, id, target.checked))}
            type="checkbox"
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
