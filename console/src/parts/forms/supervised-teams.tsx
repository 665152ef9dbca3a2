import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { supervisionProblem } from '../../core/forms/people/supervised-teams.ts';
import { CheckboxList } from './checkbox-list.tsx';
import { Choice } from './choice.tsx';
import styles from './supervised-teams.module.css';

const c = classes(styles);

interface Props {
  readonly teams: readonly { readonly id: number; readonly name: string }[];
  /** null: the whole account. */
  readonly chosen: readonly number[] | null;
  readonly onChoose: (teams: readonly number[] | null) => void;
  /** Chosen at first. */
  readonly ownTeams: readonly number[];
}

/** What a supervisor reaches: the whole account, or given teams. */
export function SupervisedTeams({ teams, chosen, onChoose, ownTeams }: Props) {
  const problem = supervisionProblem(chosen);
  return (
    <div className={c('supervised')}>
      <Choice
        choices={[
          ['account', t('supervision.account')],
          ['teams', t('supervision.teams')],
        ]}
        label={t('supervision.title')}
        onText={(value) => onChoose(value === 'teams' ? ownTeams : null)}
        value={chosen === null ? 'account' : 'teams'}
      />
      {chosen !== null && (
        <>
          <p className={c('hint')}>{t('supervision.hint')}</p>
          <CheckboxList all={teams} chosen={chosen} label={t('supervision.list')} onChoose={onChoose} />
          <p className={c('problem')} role="status">
            {problem}
          </p>
        </>
      )}
    </div>
  );
}
