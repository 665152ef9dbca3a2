import type { ApiError } from '@offhook/contract/client/api-error';
import { t } from '@offhook/i18n/console';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { changedFields, changedValues } from '../../core/forms/changes-count.ts';
import { createFields, type Fields } from './fields.ts';

type Problems = Readonly<Record<string, string | undefined>>;

export interface Editor<S, F, P = Problems> extends Fields<F> {
  /** As last read or saved; `form` has the edits. */
  readonly subject: S;
  /** Errors by field. */
  readonly problems: P;
  /** How many fields differ from the saved ones. */
  readonly changes: number;
  /** Save was pressed while there were problems. */
  readonly saveAttempted: boolean;
  /** Why it can't be saved, or wasn't. */
  readonly error: string | null;
  readonly saving: boolean;
  /** The last edits are saved, and nothing was edited since. */
  readonly isSaved: boolean;
  readonly save: () => void;
  readonly discard: () => void;
}

interface Options<S, F, A, I, P> {
  /** The server's latest version. */
  readonly latest: S;
  readonly formOf: (subject: S) => F;
  /** Errors by field. */
  readonly problems?: (form: F) => P;
  /** An error that belongs to no field. */
  readonly formError?: (form: F) => string | false;
  readonly request: UseMutationResult<A, ApiError, I>;
  readonly input: (change: { readonly changed: Partial<F>; readonly form: F; readonly version: number }) => I;
  readonly subjectOf: (answer: A) => S;
}

/**
 * The state of a page with one Save. A newer version from the server replaces an unchanged form; if there are edits,
 * they stay until Discard, and an error says that someone else changed the subject.
 */
export function useEditor<
  S extends { readonly version: number },
  F extends Readonly<Record<string, unknown>>,
  A,
  I,
  P extends Problems = Problems,
>({ latest, formOf, request, input, subjectOf, ...options }: Options<S, F, A, I, P>): Editor<S, F, P> {
  const [subject, setSubject] = useState(latest);
  const [saveAttempted, setSaveAttempted] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const [saved, setSaved] = useState(() => formOf(latest));
  const [form, setForm] = useState(saved);
  const adopt = (next: S) => {
    setSubject(next);
    setSaved(formOf(next));
    setForm(formOf(next));
    setSaveAttempted(false);
    setIsSaved(false);
  };
  const changes = changedFields(saved, form).length;
  const isNewer = latest.version > subject.version && !request.isPending;
  if (isNewer && changes === 0) adopt(latest);
  // The newer version differs in other fields, so the edits apply to it as well.
  else if (isNewer && changedFields(formOf(subject), formOf(latest)).length === 0) setSubject(latest);
  const edit = (fields: Partial<F>) => {
    setForm((before) => ({ ...before, ...fields }));
    setIsSaved(false);
  };
  const problems = options.problems?.(form) ?? ({} as P);
  const unsaveable =
    Object.keys(problems).length > 0 ? t('editor.invalid') : (options.formError?.(form) ?? false);
  return {
    ...createFields<F>(form, edit, problems),
    subject,
    problems,
    changes,
    saveAttempted,
    error:
      (saveAttempted && unsaveable) ||
      (isNewer ? t('editor.changedElsewhere') : (request.error?.message ?? null)),
    saving: request.isPending,
    isSaved,
    save: () => {
      setSaveAttempted(true);
      if (unsaveable !== false) return;
      request.mutate(input({ changed: changedValues(saved, form), form, version: subject.version }), {
        onSuccess: (answer) => {
          adopt(subjectOf(answer));
          setIsSaved(true);
        },
      });
    },
    discard: () => {
      if (isNewer) adopt(latest);
      else setForm(saved);
      setSaveAttempted(false);
      request.reset();
    },
  };
}
