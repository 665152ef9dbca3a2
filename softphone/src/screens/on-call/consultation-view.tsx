import { formatDuration } from '@offhook/design/audio/clock';
import { classes } from '@offhook/design/classes';
import callEnd from '@offhook/design/icons/call_end-fill.svg?raw';
import pauseFill from '@offhook/design/icons/pause-fill.svg?raw';
import phoneInTalk from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import { Avatar } from '@offhook/design/identity/avatar.tsx';
import { t } from '@offhook/i18n/phone';
import { LampIcon } from '../../components/call/lamp-icon.tsx';
import { useNow } from '../../components/time/use-now.ts';
import type { CardFacts } from '../../core/lists/card.ts';
import type { LiveConsultation } from '../../core/screen/screen-state.ts';
import styles from './consultation-view.module.css';

const c = classes(styles);

interface Props {
  readonly consultation: LiveConsultation;
  readonly facts: CardFacts;
  /** Why the colleague is asked. */
  readonly words: string | null;
}

/** The colleague first, then the lead. */
export default function ConsultationView({ consultation, facts, words }: Props) {
  const { role, name, picture, since, isConnected, leadLeft } = consultation;
  const now = useNow(true);
  const time = formatDuration(Math.max(0, now - since) / 1_000);
  const lead = facts.name || t('consult.caller');
  return (
    <section aria-label={t('consult.title')} className={c('cards')} data-part="consultation">
      <Person
        icon={phoneInTalk}
        kind="talks"
        name={name}
        picture={picture}
        text={t(isConnected ? 'consult.talking' : 'consult.interrupted')}
        time={time}
      />
      <Person
        blinks={!leadLeft}
        icon={leadLeft ? callEnd : pauseFill}
        kind="waits"
        name={lead}
        picture={facts.picture}
        text={t(leadLeft ? 'consult.leadLeft' : 'consult.onHold')}
        time={leadLeft ? null : time}
      />
      {words && <p className={c('words')}>{words}</p>}
      {!leadLeft && (
        <p className={c('hint')}>
          {role === 'agent'
            ? t('consult.completeHint', { lead, colleague: name })
            : t('consult.colleagueHint', { agent: name, lead })}
        </p>
      )}
    </section>
  );
}

interface PersonProps {
  readonly kind: 'talks' | 'waits';
  readonly name: string;
  readonly picture: string | null;
  readonly icon: string;
  readonly blinks?: boolean;
  readonly text: string;
  readonly time: string | null;
}

function Person({ kind, name, picture, icon, blinks = false, text, time }: PersonProps) {
  return (
    <div className={c('person', kind)}>
      <Avatar picture={picture} size={44} />
      <div className={c('who')}>
        <p className={c('name')} title={name}>
          <bdi>{name}</bdi>
        </p>
        <p className={c('state')}>
          <span className={c('icon')}>
            <LampIcon blinks={blinks} size={18} svg={icon} />
          </span>
          <span>{text}</span>
        </p>
      </div>
      {time !== null && <span className={c('time')}>{time}</span>}
    </div>
  );
}
