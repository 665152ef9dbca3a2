import type { Retention } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { useConsole } from '../console-context.ts';
import {
  type Days,
  daysChoices,
  type Losses,
  lossesOf,
  retentionChange,
  retentionForm,
} from '../core/forms/retention-form.ts';
import { Card } from '../parts/cards/card.tsx';
import { useQuestion } from '../parts/dialogs/use-question.tsx';
import { Choice } from '../parts/forms/choice.tsx';
import { EditorPage } from '../parts/forms/editor-page.tsx';
import styles from '../parts/forms/form-page.module.css';
import { useEditor } from '../parts/forms/use-editor.ts';
import { ReadPage } from '../parts/shell/read-page.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);

/** How long recordings and what is known of people are kept. */
export function RetentionPage() {
  const query = useAsk('readRetention', {}, { live: 'settings' });
  return (
    <ReadPage query={query} title="Retention">
      {({ retention }) => <RetentionEditor retention={retention} />}
    </ReadPage>
  );
}

function RetentionEditor({ retention }: { readonly retention: Retention }) {
  const { clock } = useConsole();
  const editor = useEditor({
    latest: retention,
    formOf: retentionForm,
    tell: useTell('changeRetention', ['readRetention']),
    input: ({ changed, version }) => ({ body: { version, ...retentionChange(changed) } }),
    subjectOf: (answer) => answer.retention,
  });
  const { form, set, subject, save } = editor;
  // Of the latest answer: it changes without a version of the account.
  const { installation } = retention;
  const { ask, question } = useQuestion((losses: Losses) => ({
    action: 'Save and remove',
    onAction: save,
    text: lossWords(losses),
    title: 'Remove what is older?',
  }));
  const askOrSave = () => {
    const losses = lossesOf({ ...subject, installation }, form, clock.read());
    if (losses.recordings === null && losses.personal === null) save();
    else ask(losses);
  };
  return (
    <EditorPage editor={{ ...editor, save: askOrSave }} title="Retention">
      <div className={c('main')}>
        <Card title="Recordings">
          <div className={c('fields', 'two')}>
            <DaysSelect
              days={form.recordings}
              installed={installation.recordings_days}
              label="Recordings are kept for"
              onChange={(recordings) => set({ recordings })}
              saved={subject.recordings_days}
            />
          </div>
          <p className={c('plain')}>
            Those of older calls are removed, here and at the telephone provider, and in any case with the
            personal data of their call.
          </p>
        </Card>
        <Card title="Personal data">
          <div className={c('fields', 'two')}>
            <DaysSelect
              days={form.personal}
              installed={installation.personal_days}
              label="Personal data is kept for"
              onChange={(personal) => set({ personal })}
              saved={subject.personal_days}
            />
          </div>
          <p className={c('plain')}>
            Older calls and texts lose their numbers, names, notes and recordings, and people of whom nothing
            was heard for so long are erased. Calls stay as counts, and the statistics with them. Whom nobody
            may call stays on that list.
          </p>
        </Card>
      </div>
      {question}
    </EditorPage>
  );
}

interface DaysSelectProps {
  readonly label: string;
  readonly days: Days;
  readonly saved: Days;
  readonly installed: number;
  readonly onChange: (days: Days) => void;
}

/** The option that stands for what the installation says: an option's value is a text. */
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

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

function lossWords({ recordings, personal }: Losses): string {
  const lost = [
    recordings !== null && `recordings of calls up to ${DATE.format(recordings)}`,
    personal !== null &&
      `what is known of people from calls and texts up to ${DATE.format(personal)}, with their recordings`,
  ];
  const words = lost.filter((one) => one !== false).join(', and ');
  return `In an hour we begin to remove ${words}. Until then this can be changed back; what is removed does not come back.`;
}
