import type { ConsoleTeam } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field, Select } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import close from '@offhook/design/icons/close.svg?raw';
import type { Membership } from '../../core/forms/agent-form.ts';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './membership-list.module.css';

const c = classes(styles);

interface Props {
  readonly memberships: readonly Membership[];
  readonly teams: readonly ConsoleTeam[];
  readonly error: string | null;
  readonly onChange: (memberships: readonly Membership[]) => void;
}

/** The teams of an agent, with the group in which each rings them. */
export function MembershipList({ memberships, teams, error, onChange }: Props) {
  const free = teams.find(({ id }) => !memberships.some(({ team_id }) => team_id === id));
  const change = (at: number, fields: Partial<Membership>) =>
    onChange(memberships.map((one, index) => (index === at ? { ...one, ...fields } : one)));
  return (
    <Card
      end={
        <SmallButton
          disabled={!free}
          icon={add}
          look="plain"
          onClick={() => free && onChange([...memberships, { team_id: free.id, priority_group: 1 }])}
        >
          Add a team
        </SmallButton>
      }
      title="Teams"
    >
      <Banner text={error} />
      {memberships.length === 0 && <p className={c('none')}>In no team: no leads are offered.</p>}
      <ul className={c('list')}>
        {memberships.map(({ team_id, priority_group }, at) => (
          <li className={c('row')} key={team_id}>
            <div className={c('team')}>
              <Select
                filter
                label={`Team ${at + 1}`}
                onChange={({ target }) => change(at, { team_id: Number(target.value) })}
                value={team_id}
              >
                {!teams.some(({ id }) => id === team_id) && <option value={team_id}>Team {team_id}</option>}
                {teams.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </div>
            <div className={c('priority')}>
              <Field
                filter
                label={`Priority in team ${at + 1}`}
                max={99}
                min={1}
                onChange={({ target }) => change(at, { priority_group: Number(target.value) })}
                title="Priority"
                type="number"
                value={priority_group === 0 ? '' : priority_group}
              />
            </div>
            <IconButton
              icon={close}
              look="row"
              name={`Leave team ${at + 1}`}
              onClick={() => onChange(memberships.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
