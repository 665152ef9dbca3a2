import type { ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import remove from '@offhook/design/icons/close.svg?raw';
import { t } from '@offhook/i18n/console';
import { useApiMutation } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Facts } from '../cards/facts.tsx';
import { Moment } from '../cards/moment.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import styles from '../forms/form-page.module.css';

const c = classes(styles);

interface Props {
  readonly lead: ConsoleLeadDetail;
}

export function CallbackCard({ lead: { id, callback } }: Props) {
  const cancel = useApiMutation('cancelLeadCallback', ['readLead']);
  if (!callback) return null;
  return (
    <Card title={t('lead.callback')}>
      <Banner text={cancel.error?.message ?? null} />
      <Facts
        facts={{
          [t('lead.due')]: <Moment at={callback.due_at} />,
          [t('lead.callback.for')]: callback.agent?.full_name ?? t('lead.callback.team'),
          [t('lead.callback.setBy')]: callback.set_by.full_name,
          [t('field.created')]: <Moment at={callback.set_at} />,
          [t('field.reason')]: callback.reason,
        }}
      />
      <div className={c('actions', 'apart')}>
        <SmallButton
          disabled={cancel.isPending}
          icon={remove}
          variant="quiet"
          onClick={() => cancel.mutate({ params: { id } })}
        >
          {t('lead.callback.cancel')}
        </SmallButton>
      </div>
    </Card>
  );
}
