import '@offhook/i18n/english';
import { describe, expect, it } from 'vitest';
import {
  canAddQuestion,
  NEW_QUESTION,
  scorecardChange,
  scorecardForm,
  scorecardProblems,
  wrongQuestionFields,
} from './scorecard-form.ts';

const row = (text: string, fields: object = {}) => ({ ...NEW_QUESTION, text, ...fields });

describe('the questions of the scorecard', () => {
  it('go back to the server as they came', () => {
    const list = [
      { id: 1, text: 'Introduced?', kind: 'yes_no', weight: 2, retired: false },
      { id: 2, text: 'Next time?', kind: 'text', weight: 0, retired: false },
    ] as const;
    expect(scorecardChange(scorecardForm({ list }))).toEqual(list.map(({ retired: _, ...one }) => one));
  });

  it.each([
    [[row('')], 'Enter the text of every question.'],
    [[row('One'), row(' one ')], 'Two questions have the same text.'],
    [[row('One', { weight: '101' })], 'Enter weights from 0 to 100.'],
    [[row('One', { weight: 'x' })], 'Enter weights from 0 to 100.'],
    [[row('One', { weight: '', kind: 'text' })], undefined],
    [[], undefined],
  ])('%j have the problem %j', (list, expected) => {
    expect(scorecardProblems({ list }).list).toBe(expected);
  });

  it('name the fields that are wrong', () => {
    const list = [row('One'), row(' one '), row(''), row('Two', { weight: '101' })];
    expect(wrongQuestionFields({ list })).toEqual([
      { text: true, weight: false },
      { text: true, weight: false },
      { text: true, weight: false },
      { text: false, weight: true },
    ]);
  });

  it('are at most 30', () => {
    const list = Array.from({ length: 29 }, (_, at) => row(`Question ${at}`));
    expect(canAddQuestion({ list })).toBe(true);
    expect(canAddQuestion({ list: [...list, row('One more')] })).toBe(false);
  });
});
