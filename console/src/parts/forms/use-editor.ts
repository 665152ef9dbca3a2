import type { ApiError } from '@offhook/contract/api-error';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { changedFields } from '../../core/forms/changes-count.ts';
import { type Form, useForm } from './use-form.ts';

const NOT_YET = 'This cannot be saved yet: please look at the fields that say why.';
const NEWER = 'Somebody else has changed this meanwhile. Discard shows it as it is now.';

export interface Editor<S, F> extends Form<F> {
  /** As it was last read or saved; what is typed stands in `form`. */
  readonly subject: S;
  /** A Save was asked for that could not be. */
  readonly tried: boolean;
  /** What keeps it from being saved, or why it was not. */
  readonly error: string | null;
  readonly saving: boolean;
  readonly save: () => void;
}

interface Options<S, F, A, I> {
  /** As the server has it now, by the last answer. */
  readonly latest: S;
  readonly formOf: (subject: S) => F;
  /** Why it cannot be saved so; true: the fields say it. */
  readonly whyNot?: (form: F) => string | boolean;
  readonly tell: UseMutationResult<A, ApiError, I>;
  readonly input: (change: { readonly changed: Partial<F>; readonly form: F; readonly version: number }) => I;
  readonly subjectOf: (answer: A) => S;
}

/**
 * What a page with one Save edits. What somebody else saves meanwhile is shown at once while nothing is typed; else
 * it is told, and what was typed stays until Discard.
 */
export function useEditor<
  S extends { readonly version: number },
  F extends Readonly<Record<string, unknown>>,
  A,
  I,
>({ latest, formOf, whyNot = () => false, tell, input, subjectOf }: Options<S, F, A, I>): Editor<S, F> {
  const [subject, setSubject] = useState(latest);
  const [tried, setTried] = useState(false);
  const form = useForm<F>(formOf(latest));
  const take = (next: S) => {
    setSubject(next);
    form.accept(formOf(next));
    setTried(false);
  };
  const isNewer = latest.version > subject.version && !tell.isPending;
  if (isNewer && form.changes === 0) take(latest);
  // Something else of it was changed: what is typed here is of the newer version just as well.
  else if (isNewer && changedFields(formOf(subject), formOf(latest)).length === 0) setSubject(latest);
  const problem = whyNot(form.form);
  const unsaveable = problem === true ? NOT_YET : problem;
  return {
    ...form,
    subject,
    tried,
    error: (tried && unsaveable) || (isNewer ? NEWER : (tell.error?.message ?? null)),
    saving: tell.isPending,
    save: () => {
      setTried(true);
      if (unsaveable !== false) return;
      tell.mutate(input({ changed: form.changed(), form: form.form, version: subject.version }), {
        onSuccess: (answer) => take(subjectOf(answer)),
      });
    },
    discard: () => {
      if (isNewer) take(latest);
      else form.discard();
      setTried(false);
      tell.reset();
    },
  };
}
