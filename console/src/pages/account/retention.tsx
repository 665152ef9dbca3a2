import type { Retention } from '@offhook/contract/console/rule-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatDate, formatDateTime } from '@offhook/i18n/formats';
import { useConsole } from '../../console-context.ts';
import {
  type Days,
  type DeletionCutoffs,
  daysChoices,
  findDeletionCutoffs,
  retentionChange,
  retentionForm,
} from '../../core/forms/retention-form.ts';
import { toMs } from '../../moments.ts';
import { Card } from '../../parts/cards/card.tsx';
import { useQuestion } from '../../parts/dialogs/use-question.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { EditorPage } from '../../parts/forms/editor-page.tsx';
import styles from '../../parts/forms/form-page.module.css';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { ReadPage } from '../../parts/shell/read-page.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';

const c = classes(styles);

export function RetentionPage() {
  const query = useApiQuery('readRetention', {}, { live: 'settings' });
  return (
    <ReadPage query={query} title={t('retention.title')}>
      {({ retention }) => <RetentionEditor retention={retention} />}
    </ReadPage>
  );
}

function RetentionEditor({ retention }: { readonly retention: Retention }) {
  const { clock } = useConsole();
  const editor = useEditor({
    latest: retention,
    formOf: retentionForm,
    request: useApiMutation('changeRetention', ['readRetention']),
    input: ({ changed, version }) => ({ body: { version, ...retentionChange(changed) } }),
    subjectOf: (answer) => answer.retention,
  });
  const { form, set, subject, save } = editor;
  // From the latest answer: it can change without a new version of the account.
  const { installation } = retention;
  const { openQuestion, question } = useQuestion((cutoffs: DeletionCutoffs) => ({
    action: t('retention.delete'),
    onAction: save,
    text: deletionText(cutoffs),
    title: t('retention.delete.title'),
  }));
  const saveOrConfirm = () => {
    const cutoffs = findDeletionCutoffs({ ...subject, installation }, form, clock.read());
    if (cutoffs.recordings === null && cutoffs.personal === null) save();
    else openQuestion(cutoffs);
  };
  return (
    <EditorPage editor={{ ...editor, save: saveOrConfirm }} title={t('retention.title')}>
      <div className={c('main')}>
        <Card title={t('retention.recordings')}>
          <div className={c('fields', 'single')}>
            <DaysSelect
              days={form.recordings}
              installed={installation.recordings_days}
              label={t('retention.recordings.period')}
              onChange={(recordings) => set({ recordings })}
              saved={subject.recordings_days}
            />
          </div>
          <p className={c('plain')}>{t('retention.recordings.hint')}</p>
        </Card>
        <Card title={t('retention.personal')}>
          <div className={c('fields', 'single')}>
            <DaysSelect
              days={form.personal}
              installed={installation.personal_days}
              label={t('retention.personal.period')}
              onChange={(personal) => set({ personal })}
              saved={subject.personal_days}
            />
          </div>
          <p className={c('plain')}>{t('retention.personal.hint')}</p>
        </Card>
        {retention.deletion && <Deletion deletion={retention.deletion} />}
      </div>
      {question}
    </EditorPage>
  );
}

function Deletion({ deletion }: { readonly deletion: NonNullable<Retention['deletion']> }) {
  const { is_running, next_at, last_at } = deletion;
  return (
    <Card title={t('retention.deletion')}>
      <p className={c('plain')} role="status">
        {is_running
          ? t('retention.deletion.running')
          : t('retention.deletion.next', { time: formatDateTime(toMs(next_at)) })}
      </p>
      {last_at !== null && (
        <p className={c('plain')}>{t('retention.deletion.last', { time: formatDateTime(toMs(last_at)) })}</p>
      )}
    </Card>
  );
}

interface DaysSelectProps {
  readonly label: string;
  readonly days: Days;
  readonly saved: Days;
  readonly installed: number;
  readonly onChange: (days: Days) => void;
}

/** The option for the installation's default: an option's value is a string. */
const INSTALLATION = 'installation';

function DaysSelect({ label, days, saved, installed, onChange }: DaysSelectProps) {
  return (
    <Choice
      choices={daysChoices([days, saved], installed).map((choice) => [
        choice.days ?? INSTALLATION,
        choice.text,
      ])}
      label={label}
      onText={(value) => onChange(value === INSTALLATION ? null : Number(value))}
      value={days ?? INSTALLATION}
    />
  );
}

function deletionText({ recordings, personal }: DeletionCutoffs): string {
  if (personal === null)
    return recordings === null
      ? ''
      : t('retention.delete.recordings', { recordings: formatDate(recordings) });
  return recordings === null
    ? t('retention.delete.personal', { personal: formatDate(personal) })
    : t('retention.delete.both', { recordings: formatDate(recordings), personal: formatDate(personal) });
}
