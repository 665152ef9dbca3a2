import type { ConsoleLeadDetail, ConsoleWithdrawal } from '@offhook/contract/console/leads/lead-entities';
import { classes } from '@offhook/design/classes';
import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { Card } from '../cards/card.tsx';
import styles from '../cards/entries.module.css';
import { Facts } from '../cards/facts.tsx';
import { Moment } from '../cards/moment.tsx';
import { NoRows } from '../tables/data-table.tsx';

const c = classes(styles);

const WITHDRAWN = {
  text: 'consent.withdrawn.text',
  removed: 'consent.withdrawn.removed',
  do_not_call: 'consent.withdrawn.doNotCall',
  listed: 'consent.withdrawn.listed',
} as const satisfies Record<ConsoleWithdrawal['how'], ConsoleMessage>;

export function ConsentCard({ lead: { consents, withdrawals } }: { readonly lead: ConsoleLeadDetail }) {
  return (
    <Card title={t('consent.title')}>
      <ul className={c('entries')}>
        {withdrawals.map(({ how, at }) => (
          <li className={c('entry')} key={how}>
            <p className={c('name')}>{t(WITHDRAWN[how])}</p>
            {at !== null && (
              <p className={c('detail')}>
                <Moment at={at} />
              </p>
            )}
          </li>
        ))}
        {consents.map((consent) => (
          <li className={c('entry')} key={consent.id}>
            <p className={c('text')} dir="auto">
              {consent.text}
            </p>
            <Facts
              facts={{
                [t('consent.channel')]: t(`consent.channel.${consent.channel}`),
                [t('consent.given')]: <Moment at={consent.given_at} />,
                [t('consent.method')]: consent.method,
                [t('consent.page')]: consent.source_url && <bdi dir="ltr">{consent.source_url}</bdi>,
                [t('field.ipAddress')]: consent.ip && <bdi dir="ltr">{consent.ip}</bdi>,
                [t('consent.browser')]: consent.user_agent,
                [t('consent.apiKey')]: consent.api_key,
                [t('consent.received')]: <Moment at={consent.created_at} />,
              }}
            />
          </li>
        ))}
      </ul>
      {consents.length === 0 && <NoRows>{t('consent.empty')}</NoRows>}
    </Card>
  );
}
