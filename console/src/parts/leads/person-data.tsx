import type { ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import remove from '@offhook/design/icons/delete.svg?raw';
import download from '@offhook/design/icons/download.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { erasureWarning } from '../../core/leads/erased-lead.ts';
import { useApiMutation } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import styles from '../forms/form-page.module.css';
import { saveJson } from './save-json.ts';

const c = classes(styles);

interface Props {
  readonly lead: ConsoleLeadDetail;
}

/** Exports or erases a lead's personal data immediately, without the page's Save. */
export function PersonData({ lead }: Props) {
  const exportData = useApiMutation('exportLead');
  const erase = useApiMutation('eraseLead', [
    'listLeads',
    'readLead',
    'listCalls',
    'readCall',
    'listDoNotCall',
  ]);
  const input = { params: { id: lead.id } };
  const { openQuestion, question } = useQuestion(() => ({
    action: t('erasure.erase'),
    onAction: () => erase.mutate(input),
    text: erasureWarning(lead),
    title: t('erasure.title'),
  }));
  return (
    <Card title={t('export.title')}>
      <Banner text={erase.error?.message ?? exportData.error?.message ?? null} />
      <p className={c('plain')}>{t('export.hint')}</p>
      <div className={c('actions')}>
        <SmallButton
          disabled={exportData.isPending}
          icon={download}
          variant="quiet"
          onClick={() =>
            exportData.mutate(input, { onSuccess: ({ person }) => saveJson(`lead-${lead.id}.json`, person) })
          }
        >
          {t('export.button')}
        </SmallButton>
        <SmallButton disabled={erase.isPending} icon={remove} variant="quiet" onClick={() => openQuestion()}>
          {t('erasure.erasePerson')}
        </SmallButton>
      </div>
      <p className={c('plain')} role="status">
        {exportData.data && t('export.done')}
      </p>
      {question}
    </Card>
  );
}

export function ErasedPerson({ lead: { erased_at } }: Props) {
  if (erased_at === null) return null;
  return (
    <Card title={t('erasure.erased.title')}>
      <p className={c('plain')} role="status">
        <Rich parts={rich('erasure.erased', { time: <Moment at={erased_at} /> })} />
      </p>
    </Card>
  );
}
