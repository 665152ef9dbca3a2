import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import headphones from '@offhook/design/icons/headphones.svg?raw';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { t } from '@offhook/i18n/console';
import { Link } from 'react-router';
import { type WithoutTeam as Missing, pastedText } from '../../core/invitations/without-team.ts';
import { useApiMutation } from '../../queries.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { InvitePeople } from '../invitations/invite-people.tsx';
import styles from './set-up.module.css';
import { StepCard, type StepProps } from './step-card.tsx';

const c = classes(styles);

export function PeopleStep({
  lists: { teams, invitations, sendsMail, withoutTeam, self },
  state,
  isNext,
}: StepProps) {
  const join = useApiMutation('changeAgent', ['readAgent', 'listTeams', 'listAgents']);
  const [team] = teams;
  const isAgent = self.teams.length > 0;
  const takeCalls = () =>
    team &&
    join.mutate({
      params: { id: self.id },
      body: { version: self.version, teams: [{ team_id: team.id, priority_group: 1 }] },
    });
  return (
    <StepCard
      end={
        <>
          {!isAgent && (
            <SmallButton
              disabled={team === undefined || join.isPending}
              icon={headphones}
              variant="quiet"
              onClick={takeCalls}
            >
              {t('setUp.people.takeCalls')}
            </SmallButton>
          )}
          <DialogButton
            dialog={(close) => <InvitePeople onClose={close} sendsMail={sendsMail} />}
            icon={personAdd}
            variant={isNext && team ? 'primary' : 'quiet'}
          >
            {t('invite.title')}
          </DialogButton>
        </>
      }
      state={state}
      step="people"
    >
      <Banner text={join.error?.message ?? null} />
      <p>{team === undefined ? t('setUp.people.needsTeam') : t('setUp.people.text')}</p>
      <ul>
        {teams.map(({ id, name, agents }) => (
          <li key={id}>
            <bdi>{name}</bdi>: {t('setUp.people.agents', { count: agents })}
          </li>
        ))}
        {invitations.length > 0 && <li>{t('setUp.people.invited', { count: invitations.length })}</li>}
      </ul>
      <WithoutTeam {...withoutTeam} hasTeam={team !== undefined} sendsMail={sendsMail} />
      {isAgent && <p>{t('setUp.people.self')}</p>}
    </StepCard>
  );
}

interface MissingProps extends Missing {
  readonly hasTeam: boolean;
  readonly sendsMail: boolean;
}

/** Agents and invited people who would never ring. */
function WithoutTeam({ agents, moreAgents, invitations, hasTeam, sendsMail }: MissingProps) {
  if (agents.length + invitations.length === 0) return null;
  return (
    <div className={c('missing')}>
      <p className={c('obstacle')}>{t('setUp.people.withoutTeam')}</p>
      <ul>
        {agents.map(({ id, full_name }) => (
          <li key={id}>
            <Link to={`/agents/${id}`}>
              <bdi>{full_name}</bdi>
            </Link>
          </li>
        ))}
        {moreAgents > 0 && <li>{t('setUp.people.moreAgents', { count: moreAgents })}</li>}
        {invitations.map(({ id, email, full_name }) => (
          <li key={`invited-${id}`}>
            <bdi>{full_name || email}</bdi> {t('setUp.people.invitedOne')}
          </li>
        ))}
      </ul>
      {invitations.length > 0 && (
        <DialogButton
          dialog={(close) => (
            <InvitePeople initialText={pastedText(invitations)} onClose={close} sendsMail={sendsMail} />
          )}
          disabled={!hasTeam}
          variant="quiet"
        >
          {t('setUp.people.inviteAgain')}
        </DialogButton>
      )}
    </div>
  );
}
