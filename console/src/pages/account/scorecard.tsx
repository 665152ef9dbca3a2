import {
  QUESTION_KINDS,
  type QuestionKind,
  type ScorecardQuestion,
} from '@offhook/contract/console/review-entities';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import up from '@offhook/design/icons/arrow_upward.svg?raw';
import { t } from '@offhook/i18n/console';
import type { ReactNode } from 'react';
import {
  canAddQuestion,
  moveQuestionUp,
  NEW_QUESTION,
  type QuestionForm,
  scorecardChange,
  scorecardForm,
  scorecardProblems,
  wrongQuestionFields,
} from '../../core/forms/scorecard-form.ts';
import { Choice, type Choices } from '../../parts/forms/choice.tsx';
import { EditorPage } from '../../parts/forms/editor-page.tsx';
import formStyles from '../../parts/forms/form-page.module.css';
import { ListEditor } from '../../parts/forms/list-editor.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { ReadPage } from '../../parts/shell/read-page.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import styles from './scorecard.module.css';

const c = classes(styles);
const form = classes(formStyles);

interface Questions {
  readonly version: number;
  readonly list: readonly ScorecardQuestion[];
}

export function ScorecardPage() {
  const query = useApiQuery('readScorecardQuestions', {}, { live: 'settings' });
  return (
    <ReadPage query={query} title={t('scorecard.title')}>
      {({ questions }) => <ScorecardEditor questions={questions} />}
    </ReadPage>
  );
}

function ScorecardEditor({ questions }: { readonly questions: Questions }) {
  const editor = useEditor({
    latest: questions,
    formOf: scorecardForm,
    problems: scorecardProblems,
    request: useApiMutation('changeScorecardQuestions', ['readScorecardQuestions']),
    input: ({ form: edited, version }) => ({ body: { version, list: scorecardChange(edited) } }),
    subjectOf: (answer) => answer.questions,
  });
  const { form: edited, set, problems, saveAttempted } = editor;
  const wrong = saveAttempted ? wrongQuestionFields(edited) : [];
  return (
    <EditorPage editor={editor} title={t('scorecard.title')}>
      <div className={form('main')}>
        <ListEditor
          add={t('scorecard.add')}
          beside={t('scorecard.hint')}
          error={saveAttempted ? (problems.list ?? null) : null}
          foot={t('scorecard.kept')}
          head={<Head />}
          newRow={canAddQuestion(edited) ? NEW_QUESTION : undefined}
          none={t('scorecard.empty')}
          onChange={(list) => set({ list })}
          remove={(at) => t('scorecard.remove', { position: at + 1 })}
          rows={edited.list}
          title={t('scorecard.questions')}
        >
          {(row, at, change) => (
            <QuestionRow
              at={at}
              change={change}
              onMoveUp={() => set(moveQuestionUp(edited, at))}
              row={row}
              wrong={wrong[at]}
            />
          )}
        </ListEditor>
      </div>
    </EditorPage>
  );
}

const kindChoices = (): Choices => QUESTION_KINDS.map((kind) => [kind, t(`scorecard.kind.${kind}`)]);

function Head() {
  return (
    <div aria-hidden="true" className={c('question', 'head')}>
      <span>{t('scorecard.head.text')}</span>
      <span>{t('scorecard.head.kind')}</span>
      <span>{t('scorecard.head.weight')}</span>
    </div>
  );
}

interface RowProps {
  readonly row: QuestionForm;
  readonly at: number;
  readonly change: (fields: Partial<QuestionForm>) => void;
  readonly wrong: ReturnType<typeof wrongQuestionFields>[number] | undefined;
  readonly onMoveUp: () => void;
}

function QuestionRow({ row, at, change, wrong, onMoveUp }: RowProps) {
  const position = at + 1;
  return (
    <div className={c('question')}>
      <Cell head={t('scorecard.head.text')}>
        <TextField
          aria-invalid={wrong?.text ?? false}
          filter
          label={t('scorecard.text', { position })}
          maxLength={200}
          onText={(text) => change({ text })}
          value={row.text}
        />
      </Cell>
      <Cell head={t('scorecard.head.kind')}>
        <Choice
          choices={kindChoices()}
          filter
          label={t('scorecard.kind', { position })}
          onText={(kind) => change({ kind: kind as QuestionKind })}
          value={row.kind}
        />
      </Cell>
      <Cell head={t('scorecard.head.weight')}>
        <TextField
          aria-invalid={wrong?.weight ?? false}
          disabled={row.kind === 'text'}
          filter
          inputMode="numeric"
          label={t('scorecard.weight', { position })}
          onText={(weight) => change({ weight })}
          value={row.kind === 'text' ? '' : row.weight}
        />
      </Cell>
      <IconButton
        disabled={at === 0}
        icon={up}
        name={t('scorecard.up', { position })}
        onClick={onMoveUp}
        variant="row"
      />
    </div>
  );
}

/** A field of a question. On a narrow page, where the columns have no heads, its own is shown. */
function Cell({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <div className={c('cell')}>
      <span aria-hidden="true" className={c('label')}>
        {head}
      </span>
      {children}
    </div>
  );
}
