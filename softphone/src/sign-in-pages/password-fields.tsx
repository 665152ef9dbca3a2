import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@offhook/contract/limits';
import { Field } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/sign-in-pages';
import { useId } from 'react';
import { Hint } from './frame.tsx';

/** The email is shown and named, so that password managers store it with the password. */
export function PasswordFields({ email }: { readonly email: string }) {
  const hint = useId();
  return (
    <>
      <Field autoComplete="username" dir="ltr" label={t('field.email')} readOnly type="email" value={email} />
      <div>
        <Field
          aria-describedby={hint}
          autoComplete="new-password"
          label={t('field.newPassword')}
          maxLength={PASSWORD_MAX_LENGTH}
          minLength={PASSWORD_MIN_LENGTH}
          name="password"
          required
          type="password"
        />
        <Hint id={hint}>{t('field.newPassword.hint', { count: PASSWORD_MIN_LENGTH })}</Hint>
      </div>
    </>
  );
}
