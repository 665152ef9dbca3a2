import { formatDuration } from '@offhook/design/audio/clock';
import { classes } from '@offhook/design/classes';
import groups from '@offhook/design/icons/groups-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { Avatar } from '@offhook/design/identity/avatar.tsx';
import { t } from '@offhook/i18n/phone';
import { invitationText } from '../../core/screen/on-call/invitation.ts';
import type { LiveInvitation } from '../../core/screen/screen-state.ts';
import { usePhone } from '../../phone-context.tsx';
import { useNow } from '../time/use-now.ts';
import styles from './invitation-card.module.css';

const c = classes(styles);

export function InvitationCard({ invitation }: { readonly invitation: LiveInvitation }) {
  const { send } = usePhone();
  const { state, since, teamName, to, picture, canceling } = invitation;
  const ringing = state === 'ringing';
  const now = useNow(ringing);
  const time = formatDuration(Math.max(0, now - since) / 1_000);
  return (
    <section aria-label={t('invitation.title')} className={c('card', state)} data-part="invitation">
      <span className={c('picture', ringing && 'pulses')}>
        {'userId' in to ? <Avatar picture={picture} size={44} /> : <Icon size={24} svg={groups} />}
      </span>
      <div className={c('text')}>
        <p className={c('name')} title={invitation.name}>
          {invitationText(invitation)}
        </p>
        <p className={c('detail')}>
          {!ringing
            ? t('invitation.stillYours')
            : teamName === null
              ? time
              : t('invitation.timeAndTeam', { time, team: teamName })}
        </p>
      </div>
      {ringing ? (
        <button
          aria-keyshortcuts="Escape"
          className={c('action')}
          disabled={canceling}
          key="cancel"
          onClick={() => send({ type: 'cancelInvitationClicked' })}
          type="button"
        >
          {t('common.cancel')}
        </button>
      ) : (
        // A key of its own: a press of Cancel must not end on it.
        <button
          className={c('action')}
          key="again"
          onClick={() => send({ type: 'inviteAgainClicked' })}
          type="button"
        >
          {t('invitation.tryAgain')}
        </button>
      )}
    </section>
  );
}
