import type { ConsoleTeam } from '@offhook/contract/console/people/team-entities';
import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/console';
import type { Membership } from '../../core/forms/people/agent-form.ts';
import { Choice, toChoices } from '../forms/choice.tsx';
import { ListEditor, type ListEditorProps } from '../forms/list-editor.tsx';
import styles from './membership-list.module.css';

const c = classes(styles);

interface Props extends ListEditorProps<Membership> {
  readonly teams: readonly ConsoleTeam[];
}

export function MembershipList({ teams, ...props }: Props) {
  const free = teams.find(({ id }) => !props.rows.some(({ team_id }) => team_id === id));
  const choices = toChoices(teams);
  return (
    <ListEditor
      {...props}
      add={t('membership.add')}
      newRow={free && { team_id: free.id, priority_group: 1 }}
      keyOf={({ team_id }) => team_id}
      none={t('membership.empty')}
      remove={(at) => t('membership.remove', { position: at + 1 })}
      title={t('teams.title')}
    >
      {({ team_id, priority_group }, at, change) => (
        <>
          <div className={c('team')}>
            <Choice
              choices={
                teams.some(({ id }) => id === team_id)
                  ? choices
                  : [[team_id, t('membership.team.unknown', { id: team_id })], ...choices]
              }
              filter
              label={t('membership.team', { position: at + 1 })}
              onText={(value) => change({ team_id: Number(value) })}
              value={team_id}
            />
          </div>
          <div className={c('priority')}>
            <Field
              filter
              label={t('membership.priority.label', { position: at + 1 })}
              max={99}
              min={1}
              onChange={({ target }) => change({ priority_group: Number(target.value) })}
              title={t('membership.priority')}
              type="number"
              value={priority_group === 0 ? '' : priority_group}
            />
          </div>
        </>
      )}
    </ListEditor>
  );
}
