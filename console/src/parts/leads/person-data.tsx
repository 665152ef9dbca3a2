import type { ConsoleLeadDetail } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import remove from '@offhook/design/icons/delete.svg?raw';
import download from '@offhook/design/icons/download.svg?raw';
import { erasureWarning } from '../../core/leads/erased-lead.ts';
import { useTell } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Moment } from '../cards/moment.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import styles from '../forms/form-page.module.css';
import { saveJson } from './save-json.ts';

const c = classes(styles);

interface Props {
  readonly lead: ConsoleLeadDetail;
}

/** A person may have a copy of everything that is stored of them, and have it erased. At once, without Save. */
export function PersonData({ lead }: Props) {
  const copy = useTell('exportLead');
  const erase = useTell('eraseLead', ['listLeads', 'readLead', 'listCalls', 'readCall', 'listDoNotCall']);
  const input = { params: { id: lead.id } };
  const { ask, question } = useQuestion(() => ({
    action: 'Erase',
    onAction: () => erase.mutate(input),
    text: erasureWarning(lead),
    title: 'Erase this person?',
  }));
  return (
    <Card title="Personal data">
      <Banner text={erase.error?.message ?? copy.error?.message ?? null} />
      <p className={c('plain')}>Everything stored about this person, as a JSON file for them.</p>
      <div className={c('acts')}>
        <SmallButton
          disabled={copy.isPending}
          icon={download}
          look="quiet"
          onClick={() =>
            copy.mutate(input, { onSuccess: ({ person }) => saveJson(`lead-${lead.id}.json`, person) })
          }
        >
          Export data
        </SmallButton>
        <SmallButton disabled={erase.isPending} icon={remove} look="quiet" onClick={() => ask()}>
          Erase person
        </SmallButton>
      </div>
      <p className={c('plain')} role="status">
        {copy.data && 'The file was saved by the browser.'}
      </p>
      {question}
    </Card>
  );
}

/** In place of what was known of them. */
export function ErasedPerson({ lead: { erased_at } }: Props) {
  if (erased_at === null) return null;
  return (
    <Card title="Erased">
      <p className={c('plain')} role="status">
        This person was erased (<Moment at={erased_at} />
        ). Their calls stay as counts.
      </p>
    </Card>
  );
}
