import type {
  ConsoleConsent,
  ConsoleLeadDetail,
  ConsoleWithdrawal,
} from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Card } from '../cards/card.tsx';
import styles from '../cards/entries.module.css';
import { Facts } from '../cards/facts.tsx';
import { Moment } from '../cards/moment.tsx';
import { NoRows } from '../tables/data-table.tsx';

const c = classes(styles);

const CHANNELS: Readonly<Record<ConsoleConsent['channel'], string>> = {
  call: 'Calls',
  text: 'Texts',
  both: 'Calls and texts',
};

const WITHDRAWN: Readonly<Record<ConsoleWithdrawal['how'], string>> = {
  text: 'Withdrawn by text',
  removed: 'Withdrawn: removed by an agent',
  do_not_call: 'Withdrawn: lead marked “Do not call”',
  listed: 'Withdrawn: number on the do-not-call list',
};

/** What a lead agreed to, with the evidence, and whether they took it back. */
export function ConsentCard({ lead: { consents, withdrawals } }: { readonly lead: ConsoleLeadDetail }) {
  return (
    <Card title="Consent">
      <ul className={c('entries')}>
        {withdrawals.map(({ how, at }) => (
          <li className={c('entry')} key={how}>
            <p className={c('name')}>{WITHDRAWN[how]}</p>
            {at !== null && (
              <p className={c('about')}>
                <Moment at={at} />
              </p>
            )}
          </li>
        ))}
        {consents.map((consent) => (
          <li className={c('entry')} key={consent.id}>
            <p className={c('words')} dir="auto">
              {consent.text}
            </p>
            <Facts
              facts={{
                For: CHANNELS[consent.channel],
                Given: <Moment at={consent.given_at} />,
                Method: consent.method,
                Page: consent.source_url && <bdi dir="ltr">{consent.source_url}</bdi>,
                'IP address': consent.ip && <bdi dir="ltr">{consent.ip}</bdi>,
                Browser: consent.user_agent,
                'API key': consent.api_key,
                Received: <Moment at={consent.created_at} />,
              }}
            />
          </li>
        ))}
      </ul>
      {consents.length === 0 && <NoRows>No consent on record.</NoRows>}
    </Card>
  );
}
