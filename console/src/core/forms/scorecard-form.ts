import {
  MAX_QUESTIONS,
  MAX_WEIGHT,
  type QuestionKind,
  type QuestionsChange,
  type ScorecardQuestion,
} from '@offhook/contract/console/review-entities';
import { t } from '@offhook/i18n/console';
import { wrongValues } from './wrong-values.ts';

export interface QuestionForm {
  /** null: new. */
  readonly id: number | null;
  readonly text: string;
  readonly kind: QuestionKind;
  readonly weight: string;
}

export type ScorecardForm = { readonly list: readonly QuestionForm[] };

export const NEW_QUESTION: QuestionForm = { id: null, text: '', kind: 'yes_no', weight: '1' };
export const canAddQuestion = ({ list }: ScorecardForm): boolean => list.length < MAX_QUESTIONS;

export function scorecardForm({ list }: { readonly list: readonly ScorecardQuestion[] }): ScorecardForm {
  return {
    list: list.map(({ id, text, kind, weight }) => ({
      id,
      text,
      kind,
      weight: kind === 'text' ? '' : String(weight),
    })),
  };
}

const parseWeight = ({ kind, weight }: QuestionForm): number | undefined => {
  if (kind === 'text') return 0;
  const text = weight.trim();
  return /^\d{1,3}$/.test(text) && Number(text) <= MAX_WEIGHT ? Number(text) : undefined;
};

const textsOf = ({ list }: ScorecardForm) => list.map(({ text }) => text.trim().toLowerCase());

/** The fields of each question that `scorecardProblems` is about. */
export function wrongQuestionFields(
  form: ScorecardForm,
): readonly { readonly text: boolean; readonly weight: boolean }[] {
  const texts = wrongValues(textsOf(form));
  return form.list.map((one, at) => ({ text: texts[at] ?? false, weight: parseWeight(one) === undefined }));
}

export function scorecardProblems({ list }: ScorecardForm): { readonly list?: string } {
  const texts = textsOf({ list });
  if (texts.includes('')) return { list: t('problem.questionText') };
  if (new Set(texts).size !== texts.length) return { list: t('problem.questionTwice') };
  if (list.some((one) => parseWeight(one) === undefined))
    return { list: t('problem.questionWeight', { max: MAX_WEIGHT }) };
  return {};
}

export function scorecardChange({ list }: ScorecardForm): QuestionsChange['list'] {
  return list.map((one) => ({
    ...(one.id === null ? {} : { id: one.id }),
    text: one.text.trim(),
    kind: one.kind,
    weight: parseWeight(one) ?? 0,
  }));
}
