import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { takeFocus } from '../../components/frame/take-focus.ts';
import styles from './second-factor.module.css';
import type { Work } from './use-work.ts';

const c = classes(styles);

interface Props {
  readonly label: string;
  readonly submit: string;
  readonly work: Work;
  readonly type?: 'text' | 'password';
  readonly initial?: string;
  readonly maxLength?: number;
  /** For browsers that fill in codes and passwords. */
  readonly autoComplete?: string;
  readonly onSubmit: (text: string) => Promise<string | null>;
}

/** One field and its button. */
export function CodeForm(props: Props) {
  const { label, submit, work, type = 'text', initial = '', maxLength = 40, onSubmit } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => takeFocus(field.current), []);
  useEffect(() => {
    if (work.error !== null) field.current?.select();
  }, [work.error]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '');
    work.run(() => onSubmit(text));
  };
  return (
    <form className={c('form')} onSubmit={send}>
      <Banner text={work.error} />
      <Field
        aria-invalid={work.error !== null}
        autoCapitalize="none"
        autoComplete={props.autoComplete ?? 'one-time-code'}
        defaultValue={initial}
        label={label}
        maxLength={maxLength}
        name="text"
        ref={field}
        required
        spellCheck="false"
        type={type}
      />
      <Button disabled={work.busy} type="submit" variant="primary">
        {submit}
      </Button>
    </form>
  );
}
