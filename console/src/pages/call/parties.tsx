import type { ConsoleCallDetail } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { partName, partyStatus, resultName } from '../../core/leads/call-words.ts';
import { Chip } from '../../parts/cards/chip.tsx';
import styles from '../../parts/cards/entries.module.css';
import { Moment } from '../../parts/cards/moment.tsx';

const c = classes(styles);

/** Everybody who was rung or connected, and what became of it. */
export function Parties({ parties }: Pick<ConsoleCallDetail, 'parties'>) {
  return (
    <ul className={c('entries')}>
      {parties.map((party) => {
        const result = resultName(party.result);
        return (
          <li className={c('entry')} key={party.call_user_id}>
            <span className={c('line')}>
              <bdi className={c('name')}>{party.user.full_name}</bdi>
              <Chip>{partyStatus(party.status)}</Chip>
              {result !== null && (
                <Chip look={party.result === 'removed' ? 'danger' : 'quiet'}>{result}</Chip>
              )}
              {party.tag !== null && <Chip>{party.tag}</Chip>}
            </span>
            <span className={c('about')}>
              {partName(party.type)}
              {party.rung_at !== null && (
                <>
                  , rung <Moment at={party.rung_at} />
                </>
              )}
              {party.own_number !== null && (
                <>
                  {' '}
                  on <bdi dir="ltr">{party.own_number}</bdi>
                </>
              )}
            </span>
            {party.reason !== null && <span className={c('about')}>{party.reason}</span>}
          </li>
        );
      })}
    </ul>
  );
}
