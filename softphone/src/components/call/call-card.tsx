import { classes } from '@offhook/design/classes';
import call from '@offhook/design/icons/call.svg?raw';
import category from '@offhook/design/icons/category.svg?raw';
import cloudOff from '@offhook/design/icons/cloud_off.svg?raw';
import contacts from '@offhook/design/icons/contacts.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import mail from '@offhook/design/icons/mail.svg?raw';
import openInNew from '@offhook/design/icons/open_in_new.svg?raw';
import forwarded from '@offhook/design/icons/phone_forwarded.svg?raw';
import whisper from '@offhook/design/icons/record_voice_over.svg?raw';
import { Avatar } from '@offhook/design/identity/avatar.tsx';
import { t } from '@offhook/i18n/phone';
import type { ReactNode } from 'react';
import type { CardFacts } from '../../core/lists/card.ts';
import { BreakableEmail } from './breakable-email.tsx';
import styles from './call-card.module.css';
import { Rings, RingsDisc } from './rings.tsx';

const c = classes(styles);

interface Props {
  readonly facts: CardFacts;
}

interface TalkProps extends Props {
  /** Why a colleague handed over the call. */
  readonly words: string | null;
}

interface RingProps extends Props {
  readonly lit?: boolean;
  readonly offline?: boolean;
  /** Under the company. */
  readonly note?: ReactNode;
}

export function RingCard({ facts, lit = false, offline = false, note }: RingProps) {
  const isEmpty = facts.name === '' && facts.picture === null;
  return (
    <section aria-label={t('card.lead')} className={c('ringCard', lit && 'onFlood')}>
      <Rings dashed={offline} lit={lit}>
        {offline && isEmpty ? (
          <RingsDisc faint icon={cloudOff} />
        ) : (
          <Avatar picture={facts.picture} size={facts.name || lit ? 104 : 92} />
        )}
      </Rings>
      {facts.name && (
        <h2 className={c('ringName')}>
          <bdi>{facts.name}</bdi>
        </h2>
      )}
      {facts.company && <p className={c('ringCompany')}>{facts.company}</p>}
      {note}
      {facts.category && <p className={c('ringLine')}>{facts.category}</p>}
      {facts.email && (
        <p className={c('ringLine', 'small')}>
          <BreakableEmail email={facts.email} />
        </p>
      )}
      {facts.phone && (
        <p className={c('ringLine')}>
          <bdi dir="ltr">{facts.phone}</bdi>
        </p>
      )}
      {facts.links.map((link) => (
        <p className={c('ringLink')} key={link.href}>
          <a href={link.href} rel="noreferrer" target="_blank">
            {link.label}
          </a>
          <Icon mirrors size={18} svg={openInNew} />
        </p>
      ))}
    </section>
  );
}

function Row({ icon, children }: { readonly icon: string; readonly children: ReactNode }) {
  return (
    <li className={c('row')}>
      <Icon svg={icon} />
      {children}
    </li>
  );
}

export function TalkCard({ facts, words }: TalkProps) {
  const isEmpty = facts.name === '' && facts.picture === null;
  return (
    <section aria-label={t('card.lead')} className={c('talkCard', isEmpty && 'bare')}>
      {isEmpty ? (
        <Rings>
          <Avatar picture={null} size={104} />
        </Rings>
      ) : (
        <div className={c('person')}>
          <Avatar picture={facts.picture} size={60} />
          <div className={c('who')}>
            <h2 className={c('talkName')}>
              <bdi>{facts.name}</bdi>
            </h2>
            {facts.company && <p className={c('talkCompany')}>{facts.company}</p>}
          </div>
        </div>
      )}
      <ul className={c('rows')}>
        {words && (
          <Row icon={forwarded}>
            <span className={c('strong')}>{words}</span>
          </Row>
        )}
        {facts.whispertext && (
          <Row icon={whisper}>
            <span className={c('strong')}>{facts.whispertext}</span>
          </Row>
        )}
        {facts.email && (
          <Row icon={mail}>
            <BreakableEmail email={facts.email} />
          </Row>
        )}
        {facts.phone && (
          <Row icon={call}>
            <bdi dir="ltr">{facts.phone}</bdi>
          </Row>
        )}
        {facts.category && (
          <Row icon={category}>
            <span>{facts.category}</span>
          </Row>
        )}
        {facts.links.map((link) => (
          <Row icon={contacts} key={link.href}>
            <a className={c('link')} href={link.href} rel="noreferrer" target="_blank">
              {link.label}
            </a>
            <Icon mirrors size={18} svg={openInNew} />
          </Row>
        ))}
      </ul>
    </section>
  );
}

export function LeadLine({ facts }: Props) {
  if (facts.name === '' && facts.picture === null) return null;
  return (
    <section aria-label={t('card.lead')} className={c('leadLine')}>
      <Avatar picture={facts.picture} size={44} />
      <div className={c('who')}>
        <p className={c('lineName')} title={facts.name}>
          <bdi>{facts.name}</bdi>
        </p>
        {facts.company && (
          <p className={c('lineCompany')} title={facts.company}>
            {facts.company}
          </p>
        )}
      </div>
    </section>
  );
}
