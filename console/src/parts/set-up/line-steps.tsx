import { classes } from '@offhook/design/classes';
import add from '@offhook/design/icons/add.svg?raw';
import calendar from '@offhook/design/icons/calendar_today.svg?raw';
import clockIcon from '@offhook/design/icons/schedule.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { formatList } from '@offhook/i18n/formats';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { openingText } from '../../core/schedule/open-hours.ts';
import { DOCTOR_COMMAND } from '../../core/set-up/commands.ts';
import { inboundCallsText } from '../../core/set-up/inbound-calls-text.ts';
import { NewTeam } from '../agents/new-team.tsx';
import { LinkButton } from '../cards/link-button.tsx';
import { Rich } from '../cards/rich.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { NewNumber } from '../rules/new-number.tsx';
import styles from './set-up.module.css';
import { StepCard, type StepProps } from './step-card.tsx';

const c = classes(styles);

export function TeamStep({ lists: { teams }, state, isNext }: StepProps) {
  return (
    <StepCard
      end={
        <DialogButton
          dialog={(close) => <NewTeam onAdded={close} onClose={close} />}
          icon={add}
          variant={isNext ? 'primary' : 'quiet'}
        >
          {t('teams.add')}
        </DialogButton>
      }
      state={state}
      step="team"
    >
      <p>{t('setUp.team.text')}</p>
      <p>{t('setUp.team.recording')}</p>
      {teams.length > 0 && (
        <ul>
          {teams.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/teams/${id}`}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </StepCard>
  );
}

export function NumberStep({ lists: { teams, numbers }, state, isNext }: StepProps) {
  const isUnconnected = numbers.some(({ is_ready, is_checked }) => !is_ready && is_checked);
  return (
    <StepCard
      end={
        <DialogButton
          dialog={(close) => <NewNumber onClose={close} />}
          disabled={teams.length === 0}
          icon={add}
          variant={isNext && teams.length > 0 ? 'primary' : 'quiet'}
        >
          {t('number.add')}
        </DialogButton>
      }
      state={state}
      step="number"
    >
      <p>{teams.length === 0 ? t('setUp.number.needsTeam') : t('setUp.number.text')}</p>
      {numbers.length > 0 && (
        <ul>
          {numbers.map((number) => (
            <li key={number.id}>
              <bdi dir="ltr">{number.phone_number_formatted}</bdi>, <bdi>{number.team.name}</bdi>
              {!number.is_ready && ` (${inboundCallsText(number)})`}
            </li>
          ))}
        </ul>
      )}
      {isUnconnected && (
        <p>
          <Rich parts={rich('setUp.number.connect', { command: <code>{DOCTOR_COMMAND}</code> })} />
        </p>
      )}
    </StepCard>
  );
}

export function HoursStep({ lists: { teams, holidays }, state }: StepProps) {
  const { clock } = useConsole();
  const minute = useSyncExternalStore(clock.listen, () => Math.floor(clock.now() / 60_000));
  const always = teams.filter(({ schedule }) => schedule === null).map(({ name }) => name);
  // The team whose hours are missing comes first.
  const first = teams.find(({ schedule }) => schedule === null) ?? teams[0];
  return (
    <StepCard
      end={
        <>
          {first && (
            <LinkButton icon={clockIcon} to={`/teams/${first.id}`}>
              {t('setUp.hours.set')}
            </LinkButton>
          )}
          <LinkButton icon={calendar} to="/calling-rules">
            {t('setUp.hours.rules')}
          </LinkButton>
        </>
      }
      state={state}
      step="hours"
    >
      <p>{t('setUp.hours.text')}</p>
      <ul>
        {teams.map(({ id, name, schedule }) => (
          <li key={id}>
            <bdi>{name}</bdi>: {openingText(schedule, minute * 60_000)}
          </li>
        ))}
        <li>{t('setUp.hours.holidays', { count: holidays })}</li>
      </ul>
      {holidays > 0 && always.length > 0 && (
        <p className={c('obstacle')}>{t('setUp.hours.alwaysOpen', { teams: formatList(always) })}</p>
      )}
    </StepCard>
  );
}
