import { Banner } from '@offhook/design/feedback/banner.tsx';
import headphones from '@offhook/design/icons/headphones.svg?raw';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { t } from '@offhook/i18n/console';
import { useApiMutation } from '../../queries.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { InvitePeople } from '../invitations/invite-people.tsx';
import { StepCard, type StepProps } from './step-card.tsx';

export function PeopleStep({ lists: { teams, invitations, sendsMail, self }, state }: StepProps) {
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
            variant={state === 'todo' && team ? 'primary' : 'quiet'}
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
      {isAgent && <p>{t('setUp.people.self')}</p>}
    </StepCard>
  );
}
