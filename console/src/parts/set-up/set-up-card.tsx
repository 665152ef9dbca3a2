import { hasPermission } from '@offhook/contract/accounts/permissions';
import arrow from '@offhook/design/icons/chevron_right.svg?raw';
import { t } from '@offhook/i18n/console';
import { useConsole } from '../../console-context.ts';
import { useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { LinkButton } from '../cards/link-button.tsx';
import styles from './set-up.module.css';

/** Leads an administrator whose account has had no call to the set-up. */
export function SetUpCard() {
  const { user } = useConsole();
  const calls = useApiQuery('listCalls', { query: { limit: 1 } }, { enabled: hasPermission(user, 'admin') });
  if (calls.data?.data.length !== 0) return null;
  return (
    <div className={styles['card']}>
      <Card
        end={
          <LinkButton icon={arrow} to="/set-up">
            {t('setUp.title')}
          </LinkButton>
        }
        title={t('setUp.card.title')}
      >
        <p>{t('setUp.card.text')}</p>
      </Card>
    </div>
  );
}
