import type {
  Scorecard,
  ScorecardAnswer,
  ScorecardQuestion,
} from '@offhook/contract/console/review-entities';
import { scoreOf } from '@offhook/contract/console/score';

/** The typed or chosen answers by question; '' is none. */
export type AnswersForm = Readonly<Record<number, string>>;

/** What a reviewer is asked: the account's questions, and retired ones that they answered. */
export function askedQuestions(
  questions: readonly ScorecardQuestion[],
  own: Scorecard | undefined,
): readonly ScorecardQuestion[] {
  return questions.filter(
    ({ id, retired }) => !retired || own?.answers.some(({ question_id }) => question_id === id),
  );
}

export function answersForm(own: Scorecard | undefined): AnswersForm {
  return Object.fromEntries(
    (own?.answers ?? []).map(({ question_id, value, text }) => [question_id, text ?? String(value ?? '')]),
  );
}

export function answersOf(questions: readonly ScorecardQuestion[], form: AnswersForm): ScorecardAnswer[] {
  return questions.flatMap(({ id, kind }) => {
    const given = (form[id] ?? '').trim();
    if (given === '') return [];
    return [
      kind === 'text'
        ? { question_id: id, value: null, text: given }
        : { question_id: id, value: Number(given), text: null },
    ];
  });
}

/** While the reviewer fills it in; null: no answer counts yet. */
export const currentScore = (questions: readonly ScorecardQuestion[], form: AnswersForm): number | null =>
  scoreOf(questions, answersOf(questions, form));

/** The mean of all reviewers' scores; null without one. */
export function averageScore(scorecards: readonly Scorecard[]): number | null {
  const scores = scorecards.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return null;
  return Math.round(scores.reduce((total, score) => total + score, 0) / scores.length);
}
