import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/phone';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Panel } from '../../components/frame/panel.tsx';
import { useChangePassword } from '../../queries.ts';
import styles from './settings.module.css';

const c = classes(styles);

export function passwordChangedText(ended: number): string {
  return t('settings.passwordChanged', { sessions: ended });
}

interface Props {
  readonly onBack: () => void;
  readonly onChanged: (ended: number) => void;
}

/** Passwords are never kept in React state. */
export function ChangePassword({ onBack, onChanged }: Props) {
  const { mutate, error, isPending } = useChangePassword();
  const current = useRef<HTMLInputElement>(null);
  const formId = useId();
  const currentHintId = useId();
  const newHintId = useId();
  useEffect(() => {
    if (error) current.current?.select();
    current.current?.focus({ preventScroll: true });
  }, [error]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate(
      {
        current_password: String(form.get('current_password') ?? ''),
        new_password: String(form.get('new_password') ?? ''),
      },
      { onSuccess: ({ ended }) => onChanged(ended) },
    );
  };
  return (
    <Panel
      focusesField
      footer={
        <Button disabled={isPending} form={formId} variant="primary" type="submit">
          {t('changePassword.title')}
        </Button>
      }
      kind="form"
      onClose={onBack}
      title={t('changePassword.title')}
    >
      <form className={c('form')} id={formId} onSubmit={submit}>
        <Banner text={error?.message ?? null} />
        <div>
          <Field
            aria-describedby={currentHintId}
            autoComplete="current-password"
            label={t('changePassword.current')}
            maxLength={PASSWORD_MAX_LENGTH}
            name="current_password"
            ref={current}
            required
            type="password"
          />
          <p className={c('hint', 'under')} id={currentHintId}>
            {t('changePassword.currentHint')}
          </p>
        </div>
        <div>
          <Field
            aria-describedby={newHintId}
            autoComplete="new-password"
            label={t('changePassword.new')}
            maxLength={PASSWORD_MAX_LENGTH}
            minLength={PASSWORD_MIN_LENGTH}
            name="new_password"
            required
            type="password"
          />
          <p className={c('hint', 'under')} id={newHintId}>
            {t('changePassword.newHint', { length: PASSWORD_MIN_LENGTH })}
          </p>
        </div>
      </form>
    </Panel>
  );
}
