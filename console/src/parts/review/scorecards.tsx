import { hasPermission } from '@offhook/contract/accounts/permissions';
import {
  type CallReview,
  RATINGS,
  type Scorecard,
  type ScorecardQuestion,
} from '@offhook/contract/console/review-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { rich, t } from '@offhook/i18n/console';
import { formatNumber, formatPercent } from '@offhook/i18n/formats';
import { useState } from 'react';
import { Link } from 'react-router';
import { useConsole } from '../../console-context.ts';
import {
  type AnswersForm,
  answersForm,
  answersOf,
  askedQuestions,
  averageScore,
  currentScore,
} from '../../core/review/scorecard-answers.ts';
import { useApiMutation } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import entryStyles from '../cards/entries.module.css';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { TextArea } from '../forms/text-field.tsx';
import styles from './scorecards.module.css';

const c = classes(styles);
const e = classes(entryStyles);

interface Props {
  readonly callId: number;
  readonly review: CallReview;
}

/** Everyone's scorecards of a call, and the reviewer's own. */
export function Scorecards({ callId, review }: Props) {
  const { user } = useConsole();
  const [editing, setEditing] = useState(false);
  const { scorecards, questions } = review;
  const own = scorecards.find((one) => one.user.id === user.id);
  const asked = askedQuestions(questions, own);
  const average = averageScore(scorecards);
  return (
    <Card
      beside={
        average === null || scorecards.length < 2
          ? undefined
          : t('scorecard.average', { percent: percentOf(average) })
      }
      end={
        !editing &&
        asked.length > 0 && (
          <SmallButton onClick={() => setEditing(true)} variant="plain">
            {t(own ? 'scorecard.edit' : 'scorecard.fillIn')}
          </SmallButton>
        )
      }
      title={t('scorecard.title')}
    >
      {editing && <ScorecardForm asked={asked} callId={callId} onClose={() => setEditing(false)} own={own} />}
      {!editing && scorecards.length === 0 && (
        <p className={c('none')}>
          {asked.length > 0 ? t('scorecard.none') : t('scorecard.noQuestions')}{' '}
          {asked.length === 0 && hasPermission(user, 'admin') && (
            <Link to="/scorecard">{t('scorecard.addQuestions')}</Link>
          )}
        </p>
      )}
      <ul className={e('entries')}>
        {scorecards
          .filter((one) => !editing || one !== own)
          .map((one) => (
            <li className={e('entry')} key={one.user.id}>
              <FilledIn questions={questions} scorecard={one} />
            </li>
          ))}
      </ul>
    </Card>
  );
}

const percentOf = (score: number): string => formatPercent(score / 100);

function answerText({ kind }: ScorecardQuestion, value: number | null, text: string | null): string {
  if (kind === 'text' || value === null) return text ?? '';
  if (kind === 'yes_no') return t(value === 1 ? 'scorecard.yes' : 'scorecard.no');
  return t('scorecard.ofFive', { value });
}

function FilledIn({
  scorecard: { user, score, updated_at, answers },
  questions,
}: {
  readonly scorecard: Scorecard;
  readonly questions: readonly ScorecardQuestion[];
}) {
  return (
    <>
      <span className={e('line')}>
        {score !== null && <b className={c('score')}>{percentOf(score)}</b>}
        <span className={e('detail')}>
          <Rich parts={rich('text.byAt', { name: user.full_name, time: <Moment at={updated_at} /> })} />
        </span>
      </span>
      <dl className={c('answers')}>
        {answers.map(({ question_id, value, text }) => {
          const question = questions.find(({ id }) => id === question_id);
          return (
            question && (
              <div key={question_id}>
                <dt dir="auto">{question.text}</dt>
                <dd dir="auto">{answerText(question, value, text)}</dd>
              </div>
            )
          );
        })}
      </dl>
    </>
  );
}

interface FormProps {
  readonly callId: number;
  readonly asked: readonly ScorecardQuestion[];
  readonly own: Scorecard | undefined;
  readonly onClose: () => void;
}

function ScorecardForm({ callId, asked, own, onClose }: FormProps) {
  const [form, setForm] = useState<AnswersForm>(() => answersForm(own));
  const request = useApiMutation('saveScorecard', ['readCallReview']);
  const save = (answers: ReturnType<typeof answersOf>) =>
    request.mutate({ params: { id: callId }, body: { answers } }, { onSuccess: onClose });
  const answers = answersOf(asked, form);
  const score = currentScore(asked, form);
  const { openQuestion, question } = useQuestion(() => ({
    title: t('scorecard.removeOwn.title'),
    text: t('scorecard.removeOwn.text'),
    action: t('action.remove'),
    onAction: () => save([]),
  }));
  return (
    <form
      className={c('form')}
      onSubmit={(event) => {
        event.preventDefault();
        save(answers);
      }}
    >
      <Banner text={request.error?.message ?? null} />
      {asked.map((one) => (
        <Answer
          key={one.id}
          onAnswer={(answer) => setForm((before) => ({ ...before, [one.id]: answer }))}
          question={one}
          value={form[one.id] ?? ''}
        />
      ))}
      <div className={c('foot')}>
        <span role="status">
          {score === null ? '' : t('scorecard.current', { percent: percentOf(score) })}
        </span>
        <span className={c('buttons')}>
          {own && (
            <SmallButton onClick={() => openQuestion()} variant="danger">
              {t('action.remove')}
            </SmallButton>
          )}
          <SmallButton onClick={onClose} variant="quiet">
            {t('action.cancel')}
          </SmallButton>
          <SmallButton disabled={answers.length === 0 || request.isPending} type="submit" variant="primary">
            {t('action.save')}
          </SmallButton>
        </span>
      </div>
      {question}
    </form>
  );
}

interface AnswerProps {
  readonly question: ScorecardQuestion;
  readonly value: string;
  readonly onAnswer: (value: string) => void;
}

function Answer({ question: { id, text, kind }, value, onAnswer }: AnswerProps) {
  if (kind === 'text')
    return <TextArea label={text} maxLength={2_000} onText={onAnswer} rows={2} value={value} />;
  const choices =
    kind === 'yes_no'
      ? ([
          ['1', t('scorecard.yes')],
          ['0', t('scorecard.no')],
        ] as const)
      : RATINGS.map((rating) => [String(rating), formatNumber(rating)] as const);
  return (
    <fieldset className={c('question')}>
      <legend dir="auto">{text}</legend>
      <span className={c('choices')}>
        {[...choices, ['', t('scorecard.notAnswered')] as const].map(([answer, label]) => (
          <label className={c('choice')} key={answer}>
            <input
              checked={value === answer}
              name={`question-${id}`}
              onChange={() => onAnswer(answer)}
              type="radio"
              value={answer}
            />
            {label}
          </label>
        ))}
      </span>
    </fieldset>
  );
}
