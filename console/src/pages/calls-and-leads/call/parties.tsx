import type { ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import { classes } from '@offhook/design/classes';
import { rich, t } from '@offhook/i18n/console';
import type { ReactNode } from 'react';
import { partyRole, partyStatus, resultName } from '../../../core/leads/call-names.ts';
import { Chip } from '../../../parts/cards/chip.tsx';
import styles from '../../../parts/cards/entries.module.css';
import { Moment } from '../../../parts/cards/moment.tsx';
import { Rich } from '../../../parts/cards/rich.tsx';

const c = classes(styles);

/** The agents who were rung or connected, each with their result. */
export function Parties({ parties }: Pick<ConsoleCallDetail, 'parties'>) {
  return (
    <ul className={c('entries')}>
      {parties.map((party) => {
        const result = resultName(party.result);
        return (
          <li className={c('entry')} key={party.call_user_id}>
            <span className={c('line')}>
              <bdi className={c('name')}>{party.user.full_name}</bdi>
              <Chip>{partyStatus(party)}</Chip>
              {result !== null && (
                <Chip variant={party.result === 'removed' ? 'danger' : 'quiet'}>{result}</Chip>
              )}
              {party.tag !== null && <Chip>{party.tag}</Chip>}
            </span>
            <span className={c('detail')}>
              <Rich parts={describe(party)} />
            </span>
            {party.invited_by?.reason && (
              <span className={c('detail')}>
                {t('call.party.words', { name: party.invited_by.full_name, reason: party.invited_by.reason })}
              </span>
            )}
            {party.reason !== null && <span className={c('detail')}>{party.reason}</span>}
          </li>
        );
      })}
    </ul>
  );
}

type Party = ConsoleCallDetail['parties'][number];

/** 'Lead call, rung Nov 17, 2026, 3:04 PM on (415) 555-0171' */
function describe(party: Party): readonly ReactNode[] {
  const { rung_at, own_number } = party;
  const role = partyRole(party);
  const time = rung_at !== null && <Moment at={rung_at} />;
  const number = own_number !== null && <bdi dir="ltr">{own_number}</bdi>;
  if (time && number) return rich('call.party.rungOn', { role, time, number });
  if (time) return rich('call.party.rung', { role, time });
  return number ? rich('call.party.on', { role, number }) : [role];
}
