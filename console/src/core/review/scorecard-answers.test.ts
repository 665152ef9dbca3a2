import type { Scorecard, ScorecardQuestion } from '@offhook/contract/console/review-entities';
import { describe, expect, it } from 'vitest';
import { answersForm, answersOf, askedQuestions, averageScore, currentScore } from './scorecard-answers.ts';

const question = (id: number, kind: ScorecardQuestion['kind'], weight = 1, retired = false) => ({
  id,
  text: `Question ${id}`,
  kind,
  weight,
  retired,
});
const QUESTIONS = [question(1, 'yes_no'), question(2, 'rating', 3), question(3, 'text', 0)];
const scorecard = (score: number | null, answers: Scorecard['answers'] = []): Scorecard => ({
  user: { id: 1, full_name: 'Ada' },
  score,
  updated_at: '2026-03-02T10:00:00Z',
  answers,
});

describe('the answers of a reviewer', () => {
  it('leave out what was not answered', () => {
    expect(answersOf(QUESTIONS, { 1: '0', 2: '', 3: '  Ask  ' })).toEqual([
      { question_id: 1, value: 0, text: null },
      { question_id: 3, value: null, text: 'Ask' },
    ]);
  });

  it('can be edited again', () => {
    const form = { 1: '1', 2: '4', 3: 'Ask' };
    expect(answersForm(scorecard(81, answersOf(QUESTIONS, form)))).toEqual(form);
    expect(answersForm(undefined)).toEqual({});
  });

  it.each([
    [{ 1: '1', 2: '4' }, 81],
    [{ 1: '1' }, 100],
    [{ 2: '1' }, 0],
    [{ 3: 'Ask' }, null],
    [{}, null],
  ])('%j score %s percent', (form, expected) => {
    expect(currentScore(QUESTIONS, form)).toBe(expected);
  });
});

it('a retired question is asked only if the reviewer has answered it', () => {
  const all = [...QUESTIONS, question(4, 'yes_no', 1, true), question(5, 'yes_no', 1, true)];
  const own = scorecard(100, [{ question_id: 5, value: 1, text: null }]);
  expect(askedQuestions(all, own).map(({ id }) => id)).toEqual([1, 2, 3, 5]);
  expect(askedQuestions(all, undefined).map(({ id }) => id)).toEqual([1, 2, 3]);
});

it('the average leaves out scorecards without a score', () => {
  expect(averageScore([scorecard(80), scorecard(null), scorecard(91)])).toBe(86);
  expect(averageScore([scorecard(null)])).toBeNull();
});
