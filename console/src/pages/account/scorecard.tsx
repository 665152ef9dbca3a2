import {
  QUESTION_KINDS,
  type QuestionKind,
  type ScorecardQuestion,
} from '@offhook/contract/console/review-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import {
  canAddQuestion,
  NEW_QUESTION,
  type QuestionForm,
  scorecardChange,
  scorecardForm,
  scorecardProblems,
  wrongQuestionFields,
} from '../../core/forms/scorecard-form.ts';
import { Choice, type Choices } from '../../parts/forms/choice.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { Cell, OrderedListPage } from '../../parts/ordered-list/ordered-list-page.tsx';
import { ReadPage } from '../../parts/shell/read-page.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import styles from './scorecard.module.css';

const c = classes(styles);

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
  const { form: edited, saveAttempted } = editor;
  const wrong = saveAttempted ? wrongQuestionFields(edited) : [];
  return (
    <OrderedListPage
      add={t('scorecard.add')}
      beside={t('scorecard.hint')}
      columns={c('question')}
      editor={editor}
      foot={t('scorecard.kept')}
      heads={[t('scorecard.head.text'), t('scorecard.head.kind'), t('scorecard.head.weight')]}
      listTitle={t('scorecard.questions')}
      moveUp={(position) => t('scorecard.up', { position })}
      newRow={canAddQuestion(edited) ? NEW_QUESTION : undefined}
      none={t('scorecard.empty')}
      remove={(position) => t('scorecard.remove', { position })}
      title={t('scorecard.title')}
    >
      {(row, at, change) => <QuestionFields change={change} position={at + 1} row={row} wrong={wrong[at]} />}
    </OrderedListPage>
  );
}

const kindChoices = (): Choices => QUESTION_KINDS.map((kind) => [kind, t(`scorecard.kind.${kind}`)]);

interface FieldsProps {
  readonly row: QuestionForm;
  readonly position: number;
  readonly change: (fields: Partial<QuestionForm>) => void;
  readonly wrong: ReturnType<typeof wrongQuestionFields>[number] | undefined;
}

function QuestionFields({ row, position, change, wrong }: FieldsProps) {
  return (
    <>
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
    </>
  );
}
