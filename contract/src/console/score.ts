import type { QuestionKind } from './review-entities.ts';

interface ScoredQuestion {
  readonly id: number;
  readonly kind: QuestionKind;
  readonly weight: number;
}

interface Answered {
  readonly question_id: number;
  readonly value?: number | null | undefined;
}

/** An answer between 0 and 1; null if it doesn't fit the question. */
export function gradeOf(kind: QuestionKind, value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isInteger(value)) return null;
  if (kind === 'yes_no') return value === 0 || value === 1 ? value : null;
  if (kind === 'rating') return value >= 1 && value <= 5 ? (value - 1) / 4 : null;
  return null;
}

/** The weighted mean of the answered questions in percent; null if none counts. */
export function scoreOf(questions: readonly ScoredQuestion[], answers: readonly Answered[]): number | null {
  let sum = 0;
  let weights = 0;
  for (const { id, kind, weight } of questions) {
    const grade = gradeOf(kind, answers.find((one) => one.question_id === id)?.value);
    if (grade === null) continue;
    sum += grade * weight;
    weights += weight;
  }
  return weights === 0 ? null : Math.round((sum / weights) * 100);
}
